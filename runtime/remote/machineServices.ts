// What the terminal and the editor ask for when machines are concerned. Put together by composeMachines.ts.
import type { MachineName } from '../contract/machine.ts';
import type { StopWish } from '../contract/training/runFolder.ts';
import type { RunPlace } from '../contract/training/runView.ts';
import type { RunCheckpoints } from './checkpoints/runCheckpoints.ts';
import type { CheckpointEvaluations } from './evaluation/checkpointEvaluations.ts';
import type { MachineTraining } from './launch/machineTraining.ts';
import type { Machines } from './machines/machines.ts';
import type { Prompts } from './machines/prompts.ts';
import type { Tidied } from './provision/tidyMachine.ts';
import type { TrainingRuns } from './runs/trainingRuns.ts';
import type { CheckpointModels } from './serving/checkpointModels.ts';
import type { ServedCheckpoints } from './serving/servedCheckpoints.ts';
import type { HeldCard } from './stop/heldCards.ts';
import type { StopOptions } from './stop/stopTraining.ts';

export interface MachineServices {
  readonly machines: Machines;
  readonly training: MachineTraining;
  readonly runs: TrainingRuns;
  readonly checkpoints: RunCheckpoints;
  readonly serving: ServedCheckpoints;
  readonly evaluations: CheckpointEvaluations;
  /** Checkpoints by the names of models. */
  readonly models: CheckpointModels;
  /** Deletes programs of earlier versions that nothing there uses; only says which they are with `dryRun`. */
  readonly tidy: (machine: MachineName, dryRun: boolean, signal: AbortSignal) => Promise<Tidied>;
  /** Resolves when nothing of the run lives any more, with who holds its cards all the same. */
  readonly stop: (place: RunPlace, wish: StopWish, options: StopOptions) => Promise<HeldCard[]>;
  /** Ends every connection; what runs on machines goes on. */
  close(): Promise<void>;
}

/** In the editor a person answers ssh there. */
export interface EditorMachines extends MachineServices {
  readonly prompts: Prompts;
}
