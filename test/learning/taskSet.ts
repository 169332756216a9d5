// Tasks over small files, the same for the same seed: every kind of question on every format in turn, each on a file of its own.
import type { Task } from '../../runtime/contract/task.ts';
import { seededRandom } from '../../runtime/support/seededRandom.ts';
import type { Random } from './choose.ts';
import { formats, makeDataFile, type DataFile, type Format } from './dataFile.ts';
import {
  levels,
  makeQuestion,
  questionKinds,
  type Question,
  type QuestionKind,
} from './question.ts';

export interface GeneratedTask {
  readonly task: Task;
  readonly file: DataFile;
  readonly question: Question;
}

/** @param prefix what the ids begin with; files lie in a folder named like the id */
export function makeTasks(count: number, seed: number, prefix: string): readonly GeneratedTask[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, place) => {
    const kind = questionKinds[place % questionKinds.length] ?? 'count';
    const format = formats[Math.floor(place / questionKinds.length) % formats.length] ?? 'csv';
    return makeTask(`${prefix}-${String(place + 1).padStart(3, '0')}`, kind, format, random);
  });
}

function makeTask(id: string, kind: QuestionKind, format: Format, random: Random): GeneratedTask {
  const { file, question } = ask(kind, format, random);
  return {
    task: {
      version: 1,
      id,
      question: question.text,
      files: [`files/${id}/${file.fileName}`],
      referenceAnswer: question.answer,
      level: levels[kind],
      source: 'generated',
      metadata: { kind, format },
    },
    file,
    question,
  };
}

/** A file and a question that it gives one answer to. */
export function ask(
  kind: QuestionKind,
  format: Format,
  random: Random,
): { readonly file: DataFile; readonly question: Question } {
  for (;;) {
    const file = makeDataFile(format, random);
    const question = makeQuestion(kind, file, random);
    if (question !== null) return { file, question };
  }
}
