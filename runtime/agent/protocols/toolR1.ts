// The Tool-R1 dialect (arXiv 2509.12867): a thought, then Python in a ```py fence closed by <end_code>, then the observation.
// Prompt, parser and observation text are in the files beside this one.
import type { Reply, ParsedReply } from '../../contract/reply.ts';
import type { Protocol } from './protocol.ts';
import { furtherQuestion, recapTalk } from './toolR1FollowUp.ts';
import { observeNoCode, observeResult } from './toolR1Observation.ts';
import { parseToolR1 } from './toolR1Parser.ts';
import { toolR1Prompt } from './toolR1Prompt.ts';
import { observationMark, stopStrings, terminator, workedStep } from './toolR1Text.ts';

export const toolR1: Protocol = {
  name: 'tool-r1',
  answersIn: 'code',
  stop: stopStrings,
  shape: 'thought-code',
  prompt: toolR1Prompt,
  parse: parseToolR1,
  recall,
  observe: (result, maxCharacters, faults = []) => observeResult(result, maxCharacters, faults),
  observeNoCode,
  tell: (observation) => `${observationMark}\n${observation}`,
  ask: furtherQuestion,
  recap: recapTalk,
  write: workedStep,
};

/**
 * Adds the terminator that the engine cut off. Where the reply was sampled as tokens, only when the engine says so: then the
 * next prompt goes on exactly with what was sampled.
 */
function recall(reply: Reply, parsed: ParsedReply): string {
  if (reply.text.includes(terminator)) return reply.text;
  const saidSo = reply.stopString === terminator;
  const likely =
    reply.stopString === null && reply.tokens === null && reply.finishReason === 'stop';
  return saidSo || (likely && parsed.code !== null) ? reply.text + terminator : reply.text;
}
