// What every command of the terminal is given and gives back.
import type { AgentRuntime } from '../agentRuntime.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { TrainingPlace } from '../launch/trainingPlace.ts';
import type { ServeDoors } from '../mcp/serving.ts';
import type { ServeRollouts } from '../rolloutServer/serving.ts';
import type { ExitCode } from './exitCodes.ts';
import type { Interrupts } from './interrupts.ts';
import type { KeySource } from './keyInput.ts';
import type { Terminal } from './terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** What a person types. */
  readonly input: KeySource;
  readonly interrupts: Interrupts;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** ISO 8601. */
  readonly now: () => string;
  /** Hexadecimal digits that do not repeat. */
  readonly randomHex: () => string;
  /** Builds the runtime on the first call, for so many rollouts at the same time (default 1); closed after the command. */
  readonly openRuntime: (rolloutsAtOnce?: number) => Promise<AgentRuntime>;
  /** Connects to nothing by itself; closed after the command. */
  readonly openMachines: () => Promise<MachineServices>;
  /** What a training run on this computer is started with. */
  readonly training: TrainingPlace;
  /** Serves the rollouts of a run until it is closed. */
  readonly serveRollouts: ServeRollouts;
  /** Serves other agents over the standard streams until they go away. */
  readonly serveDoors: ServeDoors;
}

export type Command<Options> = (context: CommandContext, options: Options) => Promise<ExitCode>;
