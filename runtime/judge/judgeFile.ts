// `.tool-r1/judge.json`: what people taught the judges of a workspace - graded examples for the language model, thresholds for
// the sentence model. Both enter the version of the judge that uses them.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { CriterionRatings, VerdictLevel } from '../contract/judge.ts';
import { failure, HumanError, systemCode, errorMessage } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';

/** More examples than this fill the context of small models. */
export const maxExamples = 12;

const Example = z.looseObject({
  question: z.string(),
  referenceAnswer: z.string(),
  finalAnswer: z.string(),
  level: VerdictLevel,
  /** In the words of a person; one sentence. */
  reason: z.string(),
  criteria: CriterionRatings.optional(),
});

export const JudgeFile = z
  .looseObject({
    version: z.literal(1),
    /** Shown to the language model before each answer. */
    examples: z.array(Example).max(maxExamples).default([]),
    /** Cosines of the sentence model from which an answer is Partially Correct, and Correct. */
    thresholds: z
      .object({ partial: z.number().min(-1), correct: z.number().min(-1) })
      .refine(({ partial, correct }) => partial <= correct, 'partial lies above correct')
      .optional(),
  })
  .describe('What people taught the judges of a workspace');
export type JudgeFile = z.infer<typeof JudgeFile>;

export const emptyJudgeFile: JudgeFile = { version: 1, examples: [] };

export function judgeFileOf(workspace: string): string {
  return path.join(workspace, '.tool-r1', 'judge.json');
}

/** What the file holds; the empty one when there is none. @throws HumanError that names what is wrong with it */
export async function readJudgeFile(workspace: string): Promise<JudgeFile> {
  const file = judgeFileOf(workspace);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return emptyJudgeFile;
    throw new HumanError(`${file} cannot be read (${errorMessage(error)}). Mend or remove it.`);
  }
  const parsed = parseJson(JudgeFile, text);
  if (parsed.ok) return parsed.value;
  throw new HumanError(`${file} is no file for judges: ${parsed.problem}. Mend or remove it.`);
}

/** Replaces the file at once, so that nobody reads half of it. @throws FailureError `store/write-failed` */
export async function writeJudgeFile(workspace: string, content: JudgeFile): Promise<void> {
  const file = judgeFileOf(workspace);
  const incoming = `${file}.incoming`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(incoming, `${JSON.stringify(content, null, 2)}\n`);
    await rename(incoming, file);
  } catch (error) {
    throw failure(
      'store',
      'write-failed',
      `${file} could not be written: ${errorMessage(error)}.`,
      error,
    );
  }
}
