// What the editor asks about machines and training runs, and what it is told of them. Nothing of it is loaded, and no machine is
// connected to, before the first request.
import type { AgentRuntime } from '../agentRuntime.ts';
import type { EditorMachines } from '../remote/machineServices.ts';
import { checkpointHandlers, type CheckpointHandlers } from './checkpointRequests.ts';
import { machineHandlers, type MachineHandlers } from './machineRequests.ts';
import { modelServingHandlers, type ModelServingHandlers } from './modelServingRequests.ts';
import type { Notify } from './requestHandlers.ts';
import { trainingRunHandlers, type TrainingRunHandlers } from './trainingRunRequests.ts';

export interface MachineServiceOptions {
  readonly open: () => Promise<EditorMachines>;
  /** What rolls out the tasks of an evaluation. */
  readonly runtime: Pick<AgentRuntime, 'run'>;
  /** Of several that wait about the same thing, only the last is sent. */
  readonly notify: Notify;
  /** Each is sent, in order. */
  readonly tell: Notify;
  /** ISO 8601. */
  readonly now: () => string;
}

export interface MachineService {
  readonly handlers: MachineHandlers &
    TrainingRunHandlers &
    CheckpointHandlers &
    ModelServingHandlers;
  /** What the requests use, opened by the first that needs it. */
  open(): Promise<EditorMachines>;
  /** Ends connections; what runs on machines goes on. */
  close(): Promise<void>;
}

export function machineService(options: MachineServiceOptions): MachineService {
  const { runtime, notify, now } = options;
  let opening: Promise<EditorMachines> | null = null;
  const open = () => (opening ??= openOnce(options));
  return {
    handlers: {
      ...machineHandlers({ open, notify, now }),
      ...trainingRunHandlers({ open, notify }),
      ...checkpointHandlers({ open, runtime, notify }),
      ...modelServingHandlers({ open, notify }),
    },
    open,
    close: async () => (await opening)?.close(),
  };
}

async function openOnce({
  open,
  notify,
  tell,
  now,
}: MachineServiceOptions): Promise<EditorMachines> {
  const services = await open();
  const { machines, prompts, runs } = services;
  machines.onChanged((listing) => tell('machine-changed', listing));
  prompts.onAsked((prompt) => tell('ssh-asked', prompt));
  runs.onRuns((listings) => notify('runs-changed', { runs: [...listings] }));
  runs.onRun((handle, news) => tell('run-changed', { handle, ...news, at: now() }));
  return services;
}
