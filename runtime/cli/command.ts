// What every command of the terminal is given and gives back.
import type { AgentRuntime } from '../agentRuntime.ts';
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
  /** Builds the runtime on the first call; closed after the command. */
  readonly openRuntime: () => Promise<AgentRuntime>;
}

export type Command<Options> = (context: CommandContext, options: Options) => Promise<ExitCode>;
