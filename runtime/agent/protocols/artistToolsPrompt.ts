// The system prompt and the first user message of ARTIST's dialect for function calling, in our words.
import { callForm } from './artistToolsParser.ts';
import { resultTurn, toolTurn } from './artistToolsText.ts';
import type { Prompt, PromptInput } from './protocol.ts';
import { toolAsJson } from './renderToolJson.ts';

export function artistToolsPrompt(input: PromptInput): Prompt {
  const tools = `# Tools\n${input.tools.map(toolAsJson).join('\n')}`;
  const full = [role, tools, turns, `# Rules\n${rules(input).join('\n')}`, example];
  const parts = input.style === 'full' ? full : [role, tools, turns];
  return { system: parts.join('\n\n'), user: `Request: ${input.question.trim()}` };
}

const role =
  'You carry out a request by calling tools. They change a state that lasts over your turns, so call what the request needs and nothing else.';

const turns = [
  '# How a turn looks',
  toolTurn('what is known, and what these calls are for', callForm),
  'Then stop. The runtime makes the calls in order and answers with <tool_result>: one line a call, with its result or why it failed. Only the runtime writes <tool_result>.',
  'When the request is done, reply without a call; that ends it:',
  '<reasoning>why it is done</reasoning>\nwhat was done, in one sentence',
].join('\n');

function rules({ settings }: PromptInput): readonly string[] {
  return [
    '1. Reason in <reasoning> before every call and before the end.',
    '2. In <tool>, each line is one call as a JSON object with the keys name and arguments; {} where a tool needs no argument. Several lines are several calls.',
    '3. Call only tools of the list, with the parameters that they name. Numbers are JSON numbers, days are texts like "2026-05-04".',
    '4. When a call depends on what another one gives, make it in a later turn.',
    '5. A call that failed changed nothing: read why, and call again with what was wrong put right.',
    `6. You have at most ${settings.maxSteps} turns.`,
  ];
}

const example = [
  '# Example',
  'With tools that are not yours. Request: Lend the book on knots to Ruth.',
  toolTurn(
    'I need the number of the book first.',
    '{"name": "find_book", "arguments": {"title": "knots"}}',
  ),
  resultTurn('{"name": "find_book", "result": {"number": 41, "title": "The Book of Knots"}}'),
  toolTurn(
    'Number 41 goes to Ruth.',
    '{"name": "lend", "arguments": {"number": 41, "reader": "Ruth"}}',
  ),
  resultTurn('{"name": "lend", "result": "lent until 3 June"}'),
  '<reasoning>The book is lent; nothing is left to do.</reasoning>\nRuth has The Book of Knots until 3 June.',
].join('\n');
