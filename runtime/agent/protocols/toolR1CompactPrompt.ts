// The short prompt for models of well under a billion parameters. They copy better than they follow, so there are few rules
// and a few worked turns, chosen to be near to the question.
import type { ChatMessage } from '../../policy/policy.ts';
import { chooseExamples, fileKindOf, showsMention } from './chooseExamples.ts';
import type { CompactExample } from './compactExamples.ts';
import { compactExamples } from './compactExamples.ts';
import type { PromptInput } from './protocol.ts';
import { renderSignature } from './renderTools.ts';

/** More examples distract so small a model, and every one of them delays its first word. */
const exampleCount = 4;
/** Files named in a prompt. */
const maxFilesNamed = 12;

export interface CompactPrompt {
  readonly system: string;
  /** Question and reply in turns, before the person's own question. */
  readonly examples: readonly ChatMessage[];
  readonly user: string;
}

/** About 550 tokens with two tools and one file. */
export function compactPrompt(input: PromptInput): CompactPrompt {
  const aim = aimOf(input);
  const wish = {
    question: input.question,
    kind: aim === undefined ? ('none' as const) : fileKindOf(aim.name),
    mentions: showsMention(aim?.preview ?? ''),
    count: exampleCount,
  };
  return {
    system: systemText(input),
    examples: chooseExamples(wish, compactExamples).flatMap(turnsOf),
    user: questionText(input.question, input.files.slice(0, maxFilesNamed).map(describe)),
  };
}

function systemText(input: PromptInput): string {
  return [
    'You answer questions about files by writing Python. Values in a csv file are text: use float() for numbers.',
    `Tools: ${input.tools.map(renderSignature).join('; ')}. Read xlsx, pdf, docx and pptx files with inspect_file_as_text.`,
    'End with final_answer(value).',
  ].join('\n');
}

/** The file that the question is about: the first one that it names, else the first of all. */
function aimOf({ files, question }: PromptInput): PromptInput['files'][number] | undefined {
  return files.find((file) => question.includes(baseName(file.name))) ?? files[0];
}

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

function describe(file: PromptInput['files'][number]): string {
  return file.preview === undefined ? file.name : `${file.name}, ${file.preview}`;
}

function questionText(question: string, files: readonly string[]): string {
  const asked = `Question: ${question.trim()}`;
  return files.length === 0
    ? asked
    : `${asked}\n\nFiles:\n${files.map((file) => `- ${file}`).join('\n')}`;
}

function turnsOf(example: CompactExample): readonly ChatMessage[] {
  const asked = questionText(example.question, example.file === '' ? [] : [example.file]);
  const turns = example.turns.map((content, place): ChatMessage => {
    return { role: place % 2 === 0 ? 'assistant' : 'user', content };
  });
  return [{ role: 'user', content: asked }, ...turns];
}
