// What the terminal and the editor ask for when machines are concerned. Put together by composeMachines.ts.
import type { MachineTraining } from './launch/machineTraining.ts';
import type { Machines } from './machines/machines.ts';
import type { Prompts } from './machines/prompts.ts';
import type { TrainingRuns } from './runs/trainingRuns.ts';

export interface MachineServices {
  readonly machines: Machines;
  readonly training: MachineTraining;
  readonly runs: TrainingRuns;
  /** Ends every connection; what runs on machines goes on. */
  close(): Promise<void>;
}

/** In the editor a person answers ssh there. */
export interface EditorMachines extends MachineServices {
  readonly prompts: Prompts;
}
