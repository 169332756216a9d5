// ARTIST's dialect for math (arXiv 2505.01441): <think>, then <python> whose <output> comes back, or the <answer> that ends it.
// The paper writes the output into the reply that it came from; here it is a message of its own, because endpoints that speak
// in messages know no other way. Neither an error nor silence of the code ends the rollout.
import type { ParsedReply } from '../../contract/reply.ts';
import { parseArtistMath } from './artistMathParser.ts';
import { artistMathPrompt } from './artistMathPrompt.ts';
import { artistMathStops, outputTurn, pythonEnd, pythonTurn } from './artistMathText.ts';
import type { Protocol } from './protocol.ts';
import { recallTagged } from './tagged/recallTagged.ts';
import { furtherQuestion, recapTalk } from './toolR1FollowUp.ts';
import { observeResult } from './toolR1Observation.ts';

export const artistMath: Protocol = {
  name: 'artist-math',
  answersIn: 'reply',
  stop: artistMathStops,
  shape: 'free',
  prompt: artistMathPrompt,
  parse: parseArtistMath,
  recall: (reply, parsed) => recallTagged(reply, parsed, pythonEnd),
  // Printed text, the notice that nothing was printed, or the error. The value of the last expression is none of the three.
  observe: (result, maxCharacters, faults = []) =>
    observeResult({ ...result, value: null }, maxCharacters, faults),
  observeNoCode,
  tell: outputTurn,
  ask: furtherQuestion,
  recap: recapTalk,
  write: pythonTurn,
};

function observeNoCode({ faults }: ParsedReply): string {
  return [
    `Nothing was run. ${faults.map(({ message }) => message).join(' ')}`,
    'Reply with a thought, and with Python to run or the answer:',
    '<think>what to do next</think>',
    '<python>print(...)</python> or <answer>the value</answer>',
  ].join('\n');
}
