// The state behind the tools of a task, as the rest of the runtime knows it: what may be called, what its sandbox needs, and a
// sandbox whose code actions are calls. Tasks of other protocols have none.
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { CallTool, Sandbox } from '../sandbox/sandbox.ts';

export interface TaskEnvironment {
  /** What the policy may call. */
  readonly tools: readonly ToolSignature[];
  /** What the sandbox is given in the place of the agent's tools. */
  readonly sandbox: {
    readonly tools: readonly ToolSignature[];
    readonly callTool: CallTool;
    /** Modules that it must be able to import beside those of the recipe. */
    readonly imports: readonly string[];
  };
  /**
   * Brings the task's objects to life in a clean sandbox.
   * @throws FailureError at boundary `tool` when the task's calls and states do not fit each other
   */
  open(sandbox: Sandbox, signal: AbortSignal): Promise<EnvironmentSandbox>;
}

/** A sandbox whose code actions are calls, one JSON object a line. What it prints are their results, one a line. */
export interface EnvironmentSandbox extends Sandbox {
  /**
   * The state and the results so far against those of the true calls.
   * @throws FailureError when the sandbox or the environment is broken
   */
  compare(signal: AbortSignal): Promise<EnvironmentOutcome>;
}
