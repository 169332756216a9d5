// The system prompt and the first user message of ARTIST's math dialect, in our words.
import { answerTurn, outputTurn, pythonTurn } from './artistMathText.ts';
import type { Prompt, PromptInput } from './protocol.ts';
import { renderFiles, renderImports, renderTool } from './renderTools.ts';

export function artistMathPrompt(input: PromptInput): Prompt {
  const full = [role, turns, functions(input), `# Rules\n${rules(input).join('\n')}`, example];
  const parts = input.style === 'full' ? full : [role, turns];
  return {
    system: parts.filter((part) => part !== '').join('\n\n'),
    user: userMessage(input),
  };
}

const role =
  'You solve a problem by reasoning and by running Python. Reason first; compute with code what you would otherwise have to guess.';

const turns = [
  '# How a turn looks',
  'Think, then run code:',
  pythonTurn(
    'what you know, and what the code is to find out',
    '# Python that prints what you need',
  ),
  'Then stop. The runtime answers with <output>: what the code printed, a notice when it printed nothing, or the error. Only the runtime writes <output>.',
  'As soon as you know the answer, think and give it:',
  answerTurn('why this is the answer', 'the bare value'),
].join('\n');

/** Functions of the runtime, where a task needs any. */
function functions({ tools }: PromptInput): string {
  if (tools.length === 0) return '';
  return `# Functions\nThese are there already; call them from Python.\n\n${tools.map(renderTool).join('\n\n')}`;
}

function rules({ allowedImports, settings }: PromptInput): readonly string[] {
  const seconds = Math.round(settings.stepTimeoutMilliseconds / 1000);
  return [
    '1. Each turn has one <think> and then either one <python> or one <answer>, and nothing outside of the tags.',
    '2. Only printed text comes back: use print(...) for every value that you want to see.',
    '3. Variables, functions and imports stay for the later turns.',
    '4. After an error, read it and change the code; the problem goes on.',
    '5. The answer is the bare value that was asked for, without a sentence around it. The first <answer> ends the problem.',
    `6. You can import only: ${renderImports(allowedImports)}.`,
    `7. You have at most ${settings.maxSteps} turns, ${seconds} seconds of computing in each. Output beyond ${settings.maxObservationCharacters} characters is cut in the middle.`,
  ];
}

const example = [
  '# Example',
  'Problem: How many of the numbers from 1 to 200 are divisible by 6 or by 8?',
  pythonTurn(
    'Counting is safer than inclusion and exclusion by hand.',
    'print(sum(1 for n in range(1, 201) if n % 6 == 0 or n % 8 == 0))',
  ),
  outputTurn('50'),
  answerTurn('33 + 25 - 8 = 50 agrees with the count.', '50'),
].join('\n');

function userMessage({ question, files }: PromptInput): string {
  const problem = `Problem: ${question.trim()}`;
  return files.length === 0 ? problem : `${problem}\n\nFiles:\n${renderFiles(files)}`;
}
