// A tagged reply as the next prompt shows it: what was sampled, with the closing tag that the engine cut off.
import type { ParsedReply, Reply } from '../../../contract/reply.ts';

/**
 * Adds `terminator`, the closing tag of an action. Where the reply was sampled as tokens, only when the engine says so: then
 * the next prompt goes on exactly with what was sampled.
 */
export function recallTagged(reply: Reply, parsed: ParsedReply, terminator: string): string {
  if (reply.text.includes(terminator)) return reply.text;
  const saidSo = reply.stopString === terminator;
  const likely =
    reply.stopString === null && reply.tokens === null && reply.finishReason === 'stop';
  return saidSo || (likely && parsed.code !== null) ? reply.text + terminator : reply.text;
}
