// Scores as the public API of Langfuse takes them (POST /api/public/scores), a JSON array: categorical, with the level as
// value, the note as comment, and the rest as metadata.
import * as z from 'zod';
import { VerdictLevel } from '../../contract/judge.ts';
import { check, parseJson } from '../../support/parseJson.ts';
import { RowCollector, type LabelFormatFile, type LabelRow } from './labelRow.ts';
import { lastLevel, metadataOf, rowFrom, ScoreMetadata } from './scoreMetadata.ts';

const scoreName = 'tool-r1-label';

const Score = z.looseObject({
  name: z.string(),
  /** The API gives categories back as `stringValue`. */
  value: z.union([VerdictLevel, z.number()]).optional(),
  stringValue: VerdictLevel.optional(),
  metadata: ScoreMetadata,
});
const Scores = z.array(z.unknown());
/** A page of the API. */
const Page = z.looseObject({ data: Scores });

export const langfuseLabels: LabelFormatFile = {
  format: 'langfuse',
  *write({ rows }) {
    yield '[';
    for (const [index, row] of rows.entries()) {
      yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(scoreOf(row))}`;
    }
    yield '\n]\n';
  },
  detect: (head) => /^\uFEFF?\s*(\[|\{\s*"data"\s*:\s*\[)/.test(head) && head.includes('dataType'),
  read(text) {
    const collector = new RowCollector();
    const parsed = parseJson(z.union([Scores, Page]), text.replace(/^\uFEFF/, ''));
    if (!parsed.ok) {
      collector.complain('the file', parsed.problem);
      return collector.reading();
    }
    const scores = Array.isArray(parsed.value) ? parsed.value : parsed.value.data;
    for (const [index, value] of scores.entries()) addScore(`score ${index + 1}`, value, collector);
    return collector.reading();
  },
};

function addScore(place: string, value: unknown, collector: RowCollector): void {
  const score = check(Score, value);
  if (!score.ok) {
    collector.complain(place, score.problem);
    return;
  }
  const { stringValue, value: given, metadata } = score.value;
  const level = stringValue ?? given;
  if (typeof level === 'string') collector.add(place, rowFrom(metadata, level));
  else collector.complain(place, `its value is none of ${VerdictLevel.options.join(', ')}`);
}

function scoreOf(row: LabelRow): Record<string, unknown> {
  return {
    ...(row.id === null ? {} : { id: row.id }),
    ...(row.taskId === null ? {} : { traceId: row.taskId }),
    name: scoreName,
    dataType: 'CATEGORICAL',
    value: lastLevel(row),
    comment: row.note,
    metadata: metadataOf(row),
  };
}
