// The system prompt of the Tool-R1 dialect for models that can follow rules, and the choice between it and the short ones.
import type { Prompt, PromptInput } from './protocol.ts';
import { renderFiles, renderImports, renderTool } from './renderTools.ts';
import { compactPrompt } from './toolR1CompactPrompt.ts';
import { workedExamples } from './toolR1Examples.ts';
import { codeAction, observationMark, terminator } from './toolR1Text.ts';

/** System prompt, first user message and, in the compact style, worked turns between them. */
export function toolR1Prompt(input: PromptInput): Prompt {
  const { style } = input;
  if (style !== 'full') return { ...compactPrompt(input), ...(style === 'bare' ? noExamples : {}) };
  return { system: fullSystemPrompt(input), user: userMessage(input) };
}

const noExamples = { examples: [] };

function fullSystemPrompt(input: PromptInput): string {
  return [
    role,
    cycle,
    `# Tools\nThese functions are there already; call them, do not import or define them.\n\n${input.tools.map(renderTool).join('\n\n')}`,
    `# Rules\n${rules(input).join('\n')}`,
    `# Examples\nMade-up tasks; their files are not yours.\n\n${workedExamples}`,
  ].join('\n\n');
}

const role =
  'You answer a question by writing Python. A runtime executes your code step by step and shows you what it printed. ' +
  'Work from the data, not from memory.';

const cycle = [
  '# How a step looks',
  'Reply with exactly one thought and one code block:',
  '',
  'Thought: what you know, and what this step is to find out.',
  codeAction('# Python that does it'),
  '',
  `Then stop. The runtime answers with "${observationMark}" and the output: what you print, the value of the last ` +
    'expression, or the error. Read it and write the next step. Only the runtime writes observations.',
].join('\n');

function rules(input: PromptInput): readonly string[] {
  const { settings } = input;
  return [
    '1. Finish by calling final_answer(value) in code: the bare value that was asked for, without a sentence around it. Only then is the task done.',
    `2. Close the block with three backticks and ${terminator}. One block a reply.`,
    '3. Variables, functions and imports stay for the later steps. Do not load twice what you have.',
    '4. Look before you rely on it: print column names, a few rows or the start of a text first.',
    '5. Do not build on a tool result in the same block when you cannot foresee its form: print it, then go on.',
    '6. Call tools with arguments as their signatures say, by position or by name, never with one dict.',
    '7. Never assign to the name of a tool, of final_answer, of print or of another builtin: such code is refused before it runs.',
    '8. After an error, change what was wrong. The same code gives the same error.',
    `9. You can import only: ${renderImports(input.allowedImports)}.`,
    '10. The files lie in the current folder and are read-only: open("name.csv") works for text and data; use inspect_file_as_text for documents such as xlsx, pdf, docx and pptx. Write files of your own below /tmp, results below /out.',
    `11. You have at most ${settings.maxSteps} steps, ${Math.round(settings.stepTimeoutMilliseconds / 1000)} seconds of computing in each. Output beyond ${settings.maxObservationCharacters} characters is cut in the middle, so print what you need.`,
  ];
}

function userMessage(input: PromptInput): string {
  const question = `Question: ${input.question.trim()}`;
  if (input.files.length === 0) return question;
  return `${question}\n\nFiles:\n${renderFiles(input.files)}`;
}
