// What the terminal and the editor ask for when machines are concerned. Put together by composeMachines.ts.
import type { MachineTraining } from './launch/machineTraining.ts';
import type { Machines } from './machines/machines.ts';

export interface MachineServices {
  readonly machines: Machines;
  readonly training: MachineTraining;
  /** Ends every connection; what runs on machines goes on. */
  close(): Promise<void>;
}
