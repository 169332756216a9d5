// All that the process for the extension does: answers requests, runs what they start, tells what happens, and closes it all.
import type { MessageConnection } from 'vscode-jsonrpc';
import type { AgentRuntime } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { EditorMachines } from '../remote/machineServices.ts';
import type { Names } from '../rolloutRequest.ts';
import type { TrajectoryViewer } from '../store/viewing/trajectoryViewer.ts';
import { errorMessage, HumanError } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import { evaluationHandlers } from './evaluationRequests.ts';
import { doorHandlers } from './doorRequests.ts';
import { importHandlers } from './importRequests.ts';
import { judgingHandlers } from './judgingRequests.ts';
import { labellingService, type LabellingService } from './labellingRequests.ts';
import { modelHandlers } from './modelHandlers.ts';
import { Outbox } from './outbox.ts';
import { machineService, type MachineService } from './machineService.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';
import { rolloutHandlers } from './rolloutHandlers.ts';
import { Rollouts } from './rollouts.ts';
import { RuntimeServer } from './runtimeServer.ts';
import { taskHandlers } from './taskRequests.ts';
import { viewingHandlers, type Viewing } from './viewingRequests.ts';
import { workHandlers } from './workRequests.ts';

export interface RuntimeServiceOptions {
  readonly connection: MessageConnection;
  readonly runtime: AgentRuntime;
  readonly names: Names;
  readonly log: Log;
  /** The cache folder of the product. */
  readonly cacheDirectory: string;
  readonly checksResults: boolean;
  /** Reads trajectory files; closed with the service. */
  readonly viewer: TrajectoryViewer;
  /** Opens what reaches machines; absent where there is nothing of the kind. */
  readonly openMachines?: () => Promise<EditorMachines>;
  /** Handlers of other parts. */
  readonly handlers?: Partial<RequestHandlers>;
}

export class RuntimeService {
  readonly #outbox: Outbox;
  readonly #runtime: AgentRuntime;
  readonly #rollouts: Rollouts;
  readonly #viewing: Viewing;
  readonly #labelling: LabellingService;
  readonly #machines: MachineService | null;
  readonly #server: RuntimeServer;

  constructor(options: RuntimeServiceOptions) {
    const { connection, runtime, names, log, cacheDirectory, checksResults } = options;
    const { handlers, viewer, openMachines } = options;
    this.#runtime = runtime;
    this.#outbox = new Outbox({
      send: ({ name, params }) => connection.sendNotification(name, params),
      onProblem: ({ name }, error) =>
        log.warn('A notification could not be sent', { name, error: errorMessage(error) }),
    });
    const onEvent = (event: RunEvent) => this.#outbox.event(withoutTokens(event));
    this.#rollouts = new Rollouts({ runtime, onEvent, log });
    const notify: Notify = (name, params) =>
      this.#outbox.latest({ name, params }, subjectOf(params));
    this.#viewing = viewingHandlers({ viewer, notify });
    this.#labelling = labellingService({ notify, log, ...names });
    const tell: Notify = (name, params) => this.#outbox.next({ name, params });
    this.#machines =
      openMachines === undefined
        ? null
        : machineService({ open: openMachines, runtime, notify, tell, now: names.now });
    this.#server = new RuntimeServer({
      connection,
      log,
      checksResults,
      handlers: {
        ...rolloutHandlers({ runtime, rollouts: this.#rollouts, names }),
        ...modelHandlers(runtime),
        ...this.#viewing.handlers,
        ...taskHandlers(viewer),
        ...this.#labelling.handlers,
        ...importHandlers(notify),
        ...judgingHandlers({ runtime, cacheDirectory, notify }),
        ...workHandlers(runtime, notify),
        ...evaluationHandlers(),
        ...doorHandlers({
          ...{ viewer, names, notify },
          run: (request, options) => this.#rollouts.run(request, options),
          openMachines: () => this.openMachines(),
        }),
        ...this.#machines?.handlers,
        ...handlers,
      },
    });
  }

  /** What requests about machines use. @throws HumanError where there is nothing of the kind */
  openMachines(): Promise<EditorMachines> {
    if (this.#machines !== null) return this.#machines.open();
    return Promise.reject(new HumanError('Machines cannot be reached from here.'));
  }

  /** Stops every rollout, waits until their trajectories are on disk, and closes the runtime. */
  async close(): Promise<void> {
    this.#server.close();
    await this.#rollouts.close();
    await Promise.all([
      this.#runtime.close(),
      this.#viewing.close(),
      this.#labelling.close(),
      this.#machines?.close(),
    ]);
    await this.#outbox.drained();
  }
}

/** Token ids are many, are in the file, and nobody looks at them. */
function withoutTokens(event: RunEvent): RunEvent {
  if (event.type !== 'step-ended') return event;
  const { step } = event;
  return { ...event, step: { ...step, reply: { ...step.reply, tokens: null } } };
}

/** The file or call that a notification is about; the empty text when it is about none. */
function subjectOf(params: object): string {
  if ('handle' in params && typeof params.handle === 'string') return params.handle;
  return 'callId' in params && typeof params.callId === 'string' ? params.callId : '';
}
