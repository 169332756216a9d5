// The lines of the quick input that asks for a question, as data.
import path from 'node:path';

export type QuestionChoice =
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'ask'; readonly label: string; readonly detail: string }
  | { readonly kind: 'file'; readonly label: string; readonly file: string; readonly below: string }
  | { readonly kind: 'change-files'; readonly label: string }
  | { readonly kind: 'model'; readonly label: string }
  | { readonly kind: 'recent'; readonly label: string; readonly question: string };

export interface QuestionState {
  readonly question: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Paths are shown from here. */
  readonly folder: string;
  readonly model: string;
  readonly recent: readonly string[];
}

/**
 * The first line is what Enter does. Its label is the question itself, so that VS Code, which puts matching lines first,
 * leaves it there.
 */
export function questionItems(state: QuestionState): QuestionChoice[] {
  const { files, model, recent } = state;
  const question = state.question.trim();
  const others = recent.filter((one) => one !== question);
  return [
    { kind: 'ask', ...askLine(question, files.length, model) },
    { kind: 'heading', label: 'Files' },
    ...files.map((file) => fileLine(file, state.folder)),
    { kind: 'change-files', label: files.length === 0 ? 'Choose files...' : 'Change files...' },
    { kind: 'heading', label: 'Model' },
    { kind: 'model', label: model },
    ...(others.length === 0 ? [] : [{ kind: 'heading', label: 'Asked before' } as const]),
    ...others.map((one) => ({ kind: 'recent', label: one, question: one }) as const),
  ];
}

function askLine(
  question: string,
  files: number,
  model: string,
): { label: string; detail: string } {
  const about = files === 0 ? 'no files' : files === 1 ? '1 file' : `${files} files`;
  return question === ''
    ? { label: 'Type a question', detail: `It is asked about ${about}, with the model ${model}.` }
    : { label: question, detail: `Press Enter to ask about ${about}, with the model ${model}.` };
}

function fileLine(file: string, folder: string): QuestionChoice {
  const relative = path.relative(folder, file);
  const isBelow = !relative.startsWith('..') && !path.isAbsolute(relative);
  const below = isBelow ? relative : file;
  const label = relative === '' ? 'The whole workspace folder' : path.basename(file);
  return { kind: 'file', label, file, below };
}
