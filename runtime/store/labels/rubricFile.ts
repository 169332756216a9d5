// The rubric of a workspace, `.tool-r1/rubric.json`: a version number and the points that people label by.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { writeNewFile } from '../exporters/writeNewFile.ts';
import { readFailure, writeFailure } from '../storeErrors.ts';

export function rubricFileOf(workspace: string): string {
  return path.join(workspace, '.tool-r1', 'rubric.json');
}

/** What a person writes; the hash is computed over the points. */
export const RubricText = z.looseObject({
  version: z.int().positive(),
  points: z.array(z.string().min(1)).min(1),
});
export type RubricText = z.infer<typeof RubricText>;

export interface RubricReading {
  /** Null when there is no file, or none that can be used. */
  readonly rubric: RubricText | null;
  /** Why it cannot be used, as a sentence; null when it can, and when there is none. */
  readonly problem: string | null;
}

/** @throws FailureError at boundary `store` when it is there and cannot be read */
export async function readRubricFile(workspace: string): Promise<RubricReading> {
  const file = rubricFileOf(workspace);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw readFailure(file, error);
  });
  if (text === null) return { rubric: null, problem: null };
  const parsed = parseJson(RubricText, text.replace(/^\uFEFF/, ''));
  if (parsed.ok) return { rubric: parsed.value, problem: null };
  const example = '{"version": 1, "points": ["..."]}';
  return {
    rubric: null,
    problem:
      `rubric.json cannot be used (${parsed.problem}), so the built-in rubric counts. ` +
      `It should read ${example}.`,
  };
}

/**
 * Writes the rubric into a file that a person can edit; one that is there stays as it is. Gives its path.
 * @throws FailureError at boundary `store`
 */
export async function ensureRubricFile(workspace: string, rubric: RubricText): Promise<string> {
  const file = rubricFileOf(workspace);
  if ((await readRubricFile(workspace)).rubric !== null) return file;
  await mkdir(path.dirname(file), { recursive: true }).catch((error: unknown) => {
    throw writeFailure(file, error);
  });
  const { version, points } = rubric;
  await writeNewFile(file, onePiece(`${JSON.stringify({ version, points }, null, 2)}\n`));
  return file;
}

// eslint-disable-next-line @typescript-eslint/require-await -- writers take pieces as they come; here there is one
async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}
