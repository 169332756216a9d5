// What a person may choose about the web, and what those who run rollouts get of it.
import type { Web } from './web.ts';
import type { WebLimits } from './webLimits.ts';

export type WebMode =
  | { readonly type: 'off' }
  | { readonly type: 'live' }
  /** Live, and every exchange is appended to the file. */
  | { readonly type: 'record'; readonly file: string }
  /** Answers from the file alone; nothing is fetched. */
  | { readonly type: 'replay'; readonly file: string };

export interface WebChoice {
  readonly mode: WebMode;
  /** Whether the person trusts the folder that the agent works in. */
  readonly isTrusted: boolean;
  /** The person's own servers, each `host:port`. */
  readonly ownServers: readonly string[];
  readonly limits?: Partial<WebLimits>;
}

export interface OpenedWeb {
  /** One for each rollout. A replay starts at its first exchange; otherwise rollouts share connections, cache and manners. */
  forRollout(): Web;
  /** Ends connections, and what is still asked. */
  close(): Promise<void>;
}
