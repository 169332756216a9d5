// What is below what in the sections about training. Pure: reading is trainingReader.ts's business.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import { gibWords, here } from './trainingWords.ts';
import type {
  MachineFactNode,
  RunHealthNode,
  RunNode,
  RunPartNode,
  TrainingContents,
  TrainingNode,
} from './trainingNode.ts';

export const trainingSections = ['runs', 'queue', 'checkpoints', 'machines'] as const;
export type TrainingSection = (typeof trainingSections)[number];

/** True when the tree has something to show beside tasks: a run, or a machine that a person attached. */
export function hasTraining({ runs, machines }: TrainingContents): boolean {
  return runs.length > 0 || machines.some(({ name }) => name !== here);
}

/** Empty where the section has nothing; its note then says how it is filled. */
export function sectionNodes(
  section: TrainingSection,
  { runs, machines, problem }: TrainingContents,
): readonly TrainingNode[] {
  if (problem !== null) return [{ kind: 'training-problem', about: section, message: problem }];
  switch (section) {
    case 'runs':
      return runs.map((run) => ({ kind: 'run', section, run }));
    case 'queue':
      return runs.filter(hasQueue).map((run) => ({ kind: 'run', section, run }));
    case 'checkpoints':
      return runs
        .filter(({ newestCheckpoint }) => newestCheckpoint !== null)
        .map((run) => ({ kind: 'run', section, run }));
    case 'machines':
      return machines.some(({ name }) => name !== here)
        ? machines.map((machine) => ({ kind: 'machine', machine }))
        : [];
  }
}

/** Checkpoints are read when their run is opened, so they are not here. */
export function trainingChildren(node: TrainingNode): readonly TrainingNode[] {
  if (node.kind === 'run' && node.section === 'runs') return runParts(node);
  return node.kind === 'machine' ? machineFacts(node.machine) : [];
}

/** Whether VS Code is to offer to open the node. */
export function canOpen(node: TrainingNode): boolean {
  if (node.kind === 'run') return node.section !== 'queue';
  return node.kind === 'machine' && machineFacts(node.machine).length > 0;
}

function hasQueue({ freshShare, state }: RunListing): boolean {
  return freshShare !== null && state !== 'done' && state !== 'stopped';
}

/** What is below a run. Of its health only what is not as it should be, while something can be done about it. */
function runParts({ run }: RunNode): readonly (RunPartNode | RunHealthNode)[] {
  const part = (name: RunPartNode['part']): RunPartNode => ({ kind: 'run-part', run, part: name });
  const queue = run.freshShare === null ? [] : [part('queue')];
  const usual = [part('metrics'), ...queue, part('rollouts'), part('logs')];
  switch (run.state) {
    case 'queued':
    case 'starting':
      return [part('logs')];
    case 'crashed':
      return run.newestCheckpoint === null
        ? [part('cause'), ...usual]
        : [part('cause'), part('resume'), ...usual];
    case 'stopped':
      return run.newestCheckpoint === null ? usual : [part('resume'), ...usual];
    case 'offline':
      return [part('offline'), ...usual];
    case 'running':
    case 'stalled':
      return [
        ...usual,
        ...run.alerts.map((badge) => ({ kind: 'run-health' as const, run, badge })),
      ];
    case 'stopping':
    case 'done':
      return usual;
  }
}

function machineFacts({ name, connection, facts }: MachineListing): readonly MachineFactNode[] {
  const fact = (
    kind: MachineFactNode['fact'],
    label: string,
    description: string,
  ): MachineFactNode => ({ kind: 'machine-fact', machine: name, fact: kind, label, description });
  const problem =
    connection.state === 'offline' ? [fact('problem', 'Not connected', connection.problem)] : [];
  if (facts === null) return problem;
  const gpus = facts.gpus.map(({ index, name: card, memoryUsedMib, memoryTotalMib }) =>
    fact('gpu', `GPU ${index}`, `${memoryWords(memoryUsedMib, memoryTotalMib)} · ${card}`),
  );
  const free = `${gibWords(facts.freeDiskBytes)} free of ${gibWords(facts.diskBytes)}`;
  return [...problem, ...gpus, fact('disk', 'Disk', free)];
}

function memoryWords(used: number | null, total: number | null): string {
  const words = (mib: number | null) => (mib === null ? '?' : String(Math.round(mib / 1024)));
  return `${words(used)} of ${words(total)} GiB`;
}
