// The labels and the rubric of a workspace, read once; labellingSession.ts keeps them open and writes.
import { LabelFile } from '../store/labels/labelFile.ts';
import { readRubricFile } from '../store/labels/rubricFile.ts';
import type { Rubric } from '../contract/label.ts';
import { LabelBook } from './labelBook.ts';
import { defaultRubric, makeRubric } from './rubric.ts';

export interface WorkspaceRubric {
  readonly rubric: Rubric;
  readonly problem: string | null;
}

export interface WorkspaceLabels extends WorkspaceRubric {
  readonly book: LabelBook;
  /** A sentence for each line that cannot be read. */
  readonly problems: readonly string[];
}

/** @throws FailureError at boundary `store` */
export async function readRubric(workspace: string): Promise<WorkspaceRubric> {
  const { rubric, problem } = await readRubricFile(workspace);
  if (rubric === null) return { rubric: defaultRubric, problem };
  return { rubric: makeRubric(rubric.version, rubric.points), problem };
}

/** @throws FailureError at boundary `store` when a file is there and cannot be read */
export async function readWorkspaceLabels(workspace: string): Promise<WorkspaceLabels> {
  const book = new LabelBook();
  const { rubric, problem } = await readRubric(workspace);
  const file = await LabelFile.open(workspace, book);
  const { problems } = file;
  await file.close();
  return { book, rubric, problem, problems: [...problems, ...(problem === null ? [] : [problem])] };
}
