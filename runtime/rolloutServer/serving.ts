// A rollout server as the terminal knows it: asked for, listening, closed.
import type { Id } from '../contract/ids.ts';
import type { OnProgress } from '../support/progress.ts';
import type { Address } from './httpServer.ts';

export interface ServingWish {
  /** Of the run; absolute. */
  readonly folder: string;
  readonly address: Address;
  /** Rollouts at a time; null takes what the machine can do. */
  readonly rolloutsAtOnce: number | null;
  /** Recording that answers instead of the web; absolute. Absent keeps the web off. */
  readonly webReplay?: string;
}

export interface ServingOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Serving {
  readonly runId: Id;
  /** With the port that it really has. */
  readonly address: Address;
  readonly tasks: number;
  readonly rolloutsAtOnce: number;
  /** Gives up what is being sampled, and stops everything that was started. */
  close(): Promise<void>;
}

/** @throws HumanError when the run or the address cannot be used, FailureError for broken machinery */
export type ServeRollouts = (wish: ServingWish, options: ServingOptions) => Promise<Serving>;
