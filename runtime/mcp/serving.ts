// The MCP server as the terminal knows it: asked for, serving, over.
import type { AgentRuntime } from '../agentRuntime.ts';

export interface DoorsWish {
  /** What other agents may read; absolute. */
  readonly folder: string;
  /** With which the agent is run when it is asked for. */
  readonly model: string;
  readonly recipe: string;
  /** Runs the agent unasked where the client cannot ask a person. */
  readonly allowsRuns: boolean;
}

export interface DoorsMeans {
  readonly openRuntime: () => Promise<Pick<AgentRuntime, 'run'>>;
  readonly signal: AbortSignal;
}

/**
 * Serves until the client goes away or the signal fires; what was called has ended then.
 * @throws HumanError when the folder cannot be used
 */
export type ServeDoors = (wish: DoorsWish, means: DoorsMeans) => Promise<void>;
