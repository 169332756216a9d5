// ToolRL's dialect (arXiv 2504.13958): <think>, then <tool_call>, <response> or both. One step; calls are compared, never made.
import type { ParsedReply, Reply } from '../../contract/reply.ts';
import type { StepResult } from '../../sandbox/sandbox.ts';
import { shortenText } from '../shortenText.ts';
import type { EarlierTalk, Protocol } from './protocol.ts';
import { parseToolRl } from './toolRlParser.ts';
import { toolRlPrompt } from './toolRlPrompt.ts';
import { callTurn } from './toolRlText.ts';

export const toolRl: Protocol = {
  name: 'toolrl',
  answersIn: 'reply',
  // Sampling ends where the policy ends: the reward looks at the closing tags.
  stop: [],
  shape: 'free',
  prompt: toolRlPrompt,
  parse: parseToolRl,
  recall: (reply: Reply) => reply.text,
  observe: (_result: StepResult, maxCharacters: number) => shortenText(notRun, maxCharacters),
  observeNoCode: ({ faults }: ParsedReply) =>
    [notRun, ...faults.map(({ message }) => message)].join(' '),
  tell: (observation) => `<obs> ${observation} </obs>`,
  ask: (question) => `<user> ${question.trim()} </user>`,
  recap,
  write: callTurn,
};

const notRun = 'Calls are not made in this protocol.';

/** Past turns in the form of the history. */
function recap(talk: readonly EarlierTalk[]): string {
  return talk
    .map(({ question, finalAnswer }) => `<user> ${question.trim()} </user>\n${finalAnswer ?? ''}`)
    .join('\n');
}
