// ARTIST's dialect for function calling (arXiv 2505.01441): <reasoning>, then calls in <tool> whose <tool_result> comes back, until
// a turn without a call. The calls are made by the environment of the task (runtime/environment); its results are the output here.
import type { ParsedReply } from '../../contract/reply.ts';
import type { StepResult } from '../../sandbox/sandbox.ts';
import { shortenText } from '../shortenText.ts';
import { parseArtistTools } from './artistToolsParser.ts';
import { artistToolsPrompt } from './artistToolsPrompt.ts';
import { resultTurn, toolEnd, toolTurn } from './artistToolsText.ts';
import type { EarlierTalk, Protocol } from './protocol.ts';
import { recallTagged } from './tagged/recallTagged.ts';

export const artistTools: Protocol = {
  name: 'artist-tools',
  answersIn: 'reply',
  stop: [toolEnd],
  shape: 'free',
  prompt: artistToolsPrompt,
  parse: parseArtistTools,
  recall: (reply, parsed) => recallTagged(reply, parsed, toolEnd),
  observe,
  observeNoCode,
  tell: resultTurn,
  ask: (question) => `A further request. What was done stays done.\nRequest: ${question.trim()}`,
  recap,
  write: toolTurn,
};

/** A line a call, as the environment wrote them; without any, how the turn ended. */
function observe(result: StepResult, maxCharacters: number): string {
  const output = result.stdout.trimEnd();
  if (output !== '') return shortenText(output, maxCharacters);
  const { error } = result;
  const why = error === null ? 'The turn did not end normally' : `${error.type}: ${error.message}`;
  return shortenText(`${why}. No result came back.`, maxCharacters);
}

function observeNoCode({ faults }: ParsedReply): string {
  return [
    `No call was made. ${faults.map(({ message }) => message).join(' ')}`,
    'Reply with <reasoning>, and with calls in <tool>, one JSON object a line.',
    'A reply without a call ends the request.',
  ].join('\n');
}

function recap(talk: readonly EarlierTalk[]): string {
  return talk
    .map(({ question, finalAnswer }) => {
      const end =
        finalAnswer === null ? '(it did not come to an end)' : shortenText(finalAnswer, 500);
      return `Earlier request: ${question.trim()}\nIts end: ${end}`;
    })
    .join('\n\n');
}
