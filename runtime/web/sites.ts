// One question to a site and its answer, as the parts between the agent and the network hand it on: no redirects, no memory.
import type { WebAddress } from './webAddress.ts';

export interface Question {
  readonly address: WebAddress;
  readonly method: 'GET' | 'POST';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What the site wants between two questions, at least; 0 where it said nothing. */
  readonly gapMilliseconds: number;
}

export interface Answer {
  readonly status: number;
  /** Lower-case names; see `WebResponse`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty unless the status is one of success (200 to 299). */
  readonly body: Uint8Array;
}

export interface Sites {
  /**
   * Any status is an answer.
   * @throws WebError when there is none, and an AbortError when the signal fired
   */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}
