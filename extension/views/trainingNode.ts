// Nodes of the tree about training: runs, what is below them, and machines. Data; how they look is trainingLook.ts's business.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type {
  CheckpointListing,
  HealthBadge,
  RunListing,
} from '../../runtime/contract/training/runView.ts';

/** What the runtime said of training, read once until something changed. */
export interface TrainingContents {
  /** Newest first. */
  readonly runs: readonly RunListing[];
  /** This computer first. */
  readonly machines: readonly MachineListing[];
  /** Why it could not be read, as a sentence; null when it could. */
  readonly problem: string | null;
}

export const noTraining: TrainingContents = { runs: [], machines: [], problem: null };

/** Carries what the commands of runs take. */
export interface RunNode {
  readonly kind: 'run';
  /** Where it stands: the same run is in several sections. */
  readonly section: 'runs' | 'queue' | 'checkpoints';
  readonly run: RunListing;
}

/** A line below a run. Choosing it does what `part` says. */
export interface RunPartNode {
  readonly kind: 'run-part';
  readonly run: RunListing;
  readonly part: 'metrics' | 'queue' | 'rollouts' | 'logs' | 'cause' | 'resume' | 'offline';
}

/** A sign of health of a run that is worth a look. Carries what the command that opens runs takes. */
export interface RunHealthNode {
  readonly kind: 'run-health';
  readonly run: RunListing;
  readonly badge: HealthBadge;
}

/** Carries what the commands of checkpoints take. */
export interface CheckpointNode {
  readonly kind: 'checkpoint';
  readonly run: RunListing;
  readonly checkpoint: CheckpointListing;
}

/** Carries what the commands of machines take. */
export interface MachineNode {
  readonly kind: 'machine';
  readonly machine: MachineListing;
}

export interface MachineFactNode {
  readonly kind: 'machine-fact';
  readonly machine: string;
  readonly fact: 'gpu' | 'disk' | 'problem';
  readonly label: string;
  readonly description: string;
}

/** The checkpoints or the runs could not be read. */
export interface TrainingProblemNode {
  readonly kind: 'training-problem';
  readonly about: string;
  readonly message: string;
}

export type TrainingNode =
  | RunNode
  | RunPartNode
  | RunHealthNode
  | CheckpointNode
  | MachineNode
  | MachineFactNode
  | TrainingProblemNode;

const kinds: ReadonlySet<string> = new Set([
  ...['run', 'run-part', 'run-health', 'checkpoint'],
  ...['machine', 'machine-fact', 'training-problem'],
]);

export function isTrainingNode(node: { readonly kind: string }): node is TrainingNode {
  return kinds.has(node.kind);
}

/** Stays the same for the same thing. */
export function trainingNodeId(node: TrainingNode): string {
  switch (node.kind) {
    case 'run':
      return `${node.section}:${runKey(node.run)}`;
    case 'run-part':
      return `run:${runKey(node.run)}:${node.part}`;
    case 'run-health':
      return `run:${runKey(node.run)}:health:${node.badge.id}`;
    case 'checkpoint':
      return `checkpoint:${runKey(node.run)}:${node.checkpoint.step}`;
    case 'machine':
      return `machine:${node.machine.name}`;
    case 'machine-fact':
      return `machine:${node.machine}:${node.label}`;
    case 'training-problem':
      return `training-problem:${node.about}`;
  }
}

function runKey({ place }: RunListing): string {
  return `${place.machine}:${place.folder}`;
}
