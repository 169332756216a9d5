// What the starting of runs on machines is made from.
import type { MachineName } from '../../contract/machine.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { ProgramParts } from '../provision/provisionMachine.ts';

export interface MachineTrainingParts extends ProgramParts {
  readonly link: (machine: MachineName) => MachineLink;
  /** This very program: what starts a run on this computer. */
  readonly program: readonly [node: string, ...args: string[]];
  /** ISO 8601. */
  readonly now: () => string;
  readonly randomHex: () => string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}
