// Labels out to a file of another format, and back in. Importing the same file twice adds nothing the second time.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabelRecord, RubricReference } from '../contract/label.ts';
import type { LabelFormat } from '../contract/labelling.ts';
import { writeNewFile } from '../store/exporters/writeNewFile.ts';
import { detectLabelFormat, labelFormat } from '../store/labelFormats/allLabelFormats.ts';
import type { LabelReading, LabelRow } from '../store/labelFormats/labelRow.ts';
import { LabelFile } from '../store/labels/labelFile.ts';
import { readFailure } from '../store/storeErrors.ts';
import { itemHash } from './itemHash.ts';
import { noMark, type ItemLabels, type Label } from './itemLabels.ts';
import { LabelBook } from './labelBook.ts';
import { referenceOf } from './rubric.ts';
import { readRubric, readWorkspaceLabels } from './workspaceLabels.ts';

/** @throws FailureError at boundary `store`; `store/exists` when the file is there already */
export async function exportLabels(
  workspace: string,
  format: LabelFormat,
  to: string,
): Promise<{ file: string; labels: number }> {
  const { book } = await readWorkspaceLabels(workspace);
  const rows = rowsOf(book);
  const file = path.resolve(workspace, to);
  const records = [...book.records()];
  await writeNewFile(file, asStream(labelFormat(format).write({ rows, records })));
  return { file, labels: rows.length };
}

// eslint-disable-next-line @typescript-eslint/require-await -- the pieces are at hand; the writer takes those that come later, too
async function* asStream(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}

/** In the order in which they were given, the same wherever the file comes from. */
function rowsOf(book: LabelBook): LabelRow[] {
  return [...book.labels()]
    .sort((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1))
    .map((label) => rowOf(label, book.item(label.itemHash)));
}

function rowOf(label: Label, { marks }: ItemLabels): LabelRow {
  const { id, at, rater, question, referenceAnswer, finalAnswer, taskId, first, last } = label;
  const { blind, rubric, stratum, samplingProbability, multiplicity, milliseconds } = label;
  const { note, flagged } = marks.get(rater) ?? noMark;
  return {
    id,
    at,
    rater,
    question,
    referenceAnswer,
    finalAnswer,
    taskId,
    level: first,
    revisedLevel: last === first ? null : last,
    blind,
    rubricVersion: rubric.version,
    rubricHash: rubric.hash,
    stratum,
    samplingProbability,
    multiplicity,
    milliseconds,
    criteria: label.criteria,
    note,
    flagged,
  };
}

export interface Imported {
  readonly format: LabelFormat;
  /** Labels, not lines: a revision belongs to its label. */
  readonly added: number;
  readonly alreadyThere: number;
  readonly problems: string[];
}

/** @throws HumanError when no format takes the file; FailureError at boundary `store` */
export async function importLabels(
  workspace: string,
  from: string,
  { now }: { readonly now: () => string },
  signal: AbortSignal,
): Promise<Imported> {
  const file = path.resolve(workspace, from);
  const text = await readFile(file, { encoding: 'utf8', signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw readFailure(file, error);
  });
  const format = detectLabelFormat(file, text);
  const reading = format.read(text);
  const rubric = referenceOf((await readRubric(workspace)).rubric);
  const counts = await addRecords(workspace, recordsOf(reading, rubric, now()));
  const problems = reading.problems.map((problem) => `${path.basename(file)} ${problem}`);
  return { format: format.format, ...counts, problems };
}

async function addRecords(
  workspace: string,
  records: readonly LabelRecord[],
): Promise<{ added: number; alreadyThere: number }> {
  const book = new LabelBook();
  const labels = await LabelFile.open(workspace, book);
  try {
    const fresh = records.filter(({ id }) => !book.has(id));
    const given = (all: readonly LabelRecord[]) =>
      new Set(all.filter(({ kind }) => kind === 'label-given').map(({ id }) => id)).size;
    const added = given(fresh);
    await labels.append(fresh);
    return { added, alreadyThere: given(records) - added };
  } finally {
    await labels.close();
  }
}

function recordsOf(
  { rows, records }: LabelReading,
  rubric: RubricReference,
  now: string,
): LabelRecord[] {
  return [...records, ...rows.flatMap((row) => recordsOfRow(row, rubric, now))];
}

function recordsOfRow(row: LabelRow, rubric: RubricReference, now: string): LabelRecord[] {
  const { question, referenceAnswer, finalAnswer, rater, level, revisedLevel } = row;
  const hash = itemHash({ question, referenceAnswer, finalAnswer });
  const id = row.id ?? idOf(hash, rater);
  const head = { version: 1, at: row.at ?? now, itemHash: hash, rater } as const;
  const given: LabelRecord = {
    ...head,
    id,
    kind: 'label-given',
    level,
    rubric: {
      version: row.rubricVersion ?? rubric.version,
      hash: row.rubricHash ?? (row.rubricVersion === null ? rubric.hash : ''),
    },
    blind: row.blind,
    stratum: row.stratum,
    samplingProbability: row.samplingProbability,
    multiplicity: row.multiplicity,
    milliseconds: row.milliseconds,
    ...(row.criteria === null ? {} : { criteria: row.criteria }),
    note: row.note,
    flagged: row.flagged,
    question,
    referenceAnswer,
    finalAnswer,
    taskId: row.taskId ?? `item-${hash.slice(0, 12)}`,
  };
  if (revisedLevel === null || revisedLevel === level) return [given];
  // Named after the label and the level, so that the same revision is added once.
  const revision = `${id.slice(0, 110)}.${revisedLevel.replace(' ', '-')}`;
  return [
    given,
    { ...head, id: revision, kind: 'label-revised', labelId: id, level: revisedLevel },
  ];
}

/** A foreign row without an id has the same one whenever it is imported. */
function idOf(hash: string, rater: string): string {
  return createHash('sha256').update(`${hash} ${rater}`, 'utf8').digest('hex').slice(0, 24);
}
