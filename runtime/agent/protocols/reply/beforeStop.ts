// The part of a reply that counts: line ends made plain, cut before the first observation that the policy invented, and the
// reasoning that some models write first taken out.
import { hasInvisible } from './invisible.ts';
import { startsObservation } from './marks.ts';
import { withoutReasoning } from './reasoning.ts';

export interface CountedReply {
  readonly text: string;
  /** The policy wrote an observation itself; the text ends before it. */
  readonly invented: boolean;
  /** The reply ends inside its reasoning. */
  readonly openReasoning: boolean;
}

/**
 * The cut comes first and knows no exception, not even strings or reasoning: sampling stops at that mark on any engine that
 * can stop, so text after it exists only where an engine could not, and must mean the same there.
 */
export function beforeStop(reply: string): CountedReply {
  const text = plainLines(reply);
  const end = inventedObservationAt(text);
  const answer = withoutReasoning(end === -1 ? text : text.slice(0, end));
  return { ...answer, invented: end !== -1 };
}

/** One kind of line end, no byte order mark, and no half of a character. */
export function plainLines(reply: string): string {
  return reply
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Cs}/gu, '\ufffd');
}

function inventedObservationAt(text: string): number {
  // Most replies are decided by this one search; only invisible characters can split the word.
  if (!text.includes('Observation') && !hasInvisible(text)) return -1;
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, Math.min(end === -1 ? text.length : end, start + 200));
    if (startsObservation(line)) return start;
    if (end === -1) return -1;
    start = end + 1;
  }
  return -1;
}
