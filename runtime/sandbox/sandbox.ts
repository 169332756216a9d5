// What the rest of the runtime knows of a sandbox: run a code action in a namespace that lasts the whole episode.
// How it is sealed, snapshotted and recovered is the business of the other files of this folder.
import type {
  OutputFile,
  PythonError,
  Recovery,
  Refusal,
  Variable,
} from '../contract/observation.ts';
import type { SandboxSettings } from '../contract/recipe.ts';
import type { TablePage } from '../contract/requests.ts';
import type { ToolCall, ToolSignature } from '../contract/tool.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';

/** How a tool call ends, as the code in the sandbox will see it. */
export type ToolAnswer =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** For the record of the call; the code does not see them. */
      readonly notes?: readonly string[];
    }
  | {
      readonly ok: false;
      /** Built-in Python exception to raise, for example `FileNotFoundError`; others become ToolError. */
      readonly pythonType: string;
      readonly message: string;
    };

/** Runs a tool on the host. Never throws for what the code did wrong; a rejection is broken machinery. */
export type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<ToolAnswer>;

/** One task's stay in a sandbox. */
export interface Episode {
  /** Seeds Python's `random`, so that a rollout can be repeated. */
  readonly seed: number;
  readonly tools: readonly ToolSignature[];
  readonly files: ChosenFiles;
  readonly settings: SandboxSettings;
  readonly callTool: CallTool;
  /** Host folder that receives copies of files written to /out; created when first needed. Null refuses output files. */
  readonly quarantine: string | null;
}

export interface StepOptions {
  readonly timeoutMilliseconds: number;
  /** Characters of output kept, half from the head and half from the tail. */
  readonly maxOutputCharacters: number;
  /** Stops the Python; what it had assigned is kept where the stop was soft. */
  readonly signal: AbortSignal;
  /** Number of the step in its trajectory, for the variables list and tracebacks; counts the calls when left out. */
  readonly step?: number;
  readonly onToolCalled?: (call: Pick<ToolCall, 'index' | 'name' | 'arguments'>) => void;
  readonly onToolAnswered?: (call: ToolCall) => void;
}

/** Where a step ended. `parse` and `check` mean that nothing of it ran. */
export type StepOutcome =
  | 'executed'
  | 'final-answer'
  | 'syntax-error'
  | 'refused'
  | 'python-error'
  | 'timeout'
  | 'aborted'
  | 'cancelled';

export interface StepResult {
  readonly outcome: StepOutcome;
  readonly stdout: string;
  readonly stdoutCut: number;
  /** `repr` of the last expression, shortened. */
  readonly value: string | null;
  /** The argument of final_answer, decoded; present with outcome `final-answer` only. */
  readonly finalAnswer: { readonly value: unknown } | null;
  readonly error: PythonError | null;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
  /** Names that the step bound and deleted. */
  readonly bound: readonly string[];
  readonly deleted: readonly string[];
  readonly toolCalls: readonly ToolCall[];
  readonly recovery: Recovery;
  readonly violations: readonly string[];
  readonly variables: readonly Variable[];
  readonly outputFiles: readonly OutputFile[];
  /** Wall clock of the step without the time spent in tools. */
  readonly milliseconds: number;
}

/** Part of a table-like value: some of its rows, whole. */
export interface TableWish {
  readonly name: string;
  /** First row, from 0. */
  readonly offset: number;
  readonly limit: number;
  readonly timeoutMilliseconds: number;
}

/** A value as a table, or one sentence on why it is none. */
export type TableResult =
  | { readonly ok: true; readonly table: Omit<TablePage, 'offset' | 'rebuilt'> }
  | { readonly ok: false; readonly problem: string };

export interface Sandbox {
  /** False once the process behind it is gone. */
  readonly isAlive: boolean;
  /**
   * Runs one code action. Everything that the code can cause is a StepResult.
   * @throws FailureError at boundary `sandbox` when the machinery itself broke
   */
  run(code: string, options: StepOptions): Promise<StepResult>;
  /**
   * Reads a variable; the namespace stays as it is, whatever code the value brings along.
   * @throws FailureError at boundary `sandbox` when the machinery itself broke
   */
  readTable(wish: TableWish): Promise<TableResult>;
  /** Lets the episode go on for somebody else, to whom tool calls and output files go from the next step on. */
  handOver(to: Pick<Episode, 'callTool' | 'quarantine'>): void;
  /** Ends the episode: the sandbox is reset and goes back to the pool. */
  release(): Promise<void>;
}

/** Whether a protection holds on this machine, found by trying it. */
export interface Guarantee {
  readonly name: string;
  readonly holds: boolean;
  /** What was tried and what it means. */
  readonly detail: string;
}

export interface SandboxPool {
  /** Waits for a clean sandbox and gives it the episode. */
  acquire(episode: Episode, signal: AbortSignal): Promise<Sandbox>;
  /** Tries each protection once and remembers the answer. */
  probe(): Promise<readonly Guarantee[]>;
  close(): Promise<void>;
}
