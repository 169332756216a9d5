// What formats of scores have no field for travels in their metadata, so that nothing is lost on the way there and back.
import * as z from 'zod';
import { VerdictLevel } from '../../contract/judge.ts';
import type { LabelRow } from './labelRow.ts';

export const ScoreMetadata = z.looseObject({
  question: z.string(),
  referenceAnswer: z.string(),
  finalAnswer: z.string(),
  rater: z.string(),
});

export function metadataOf(row: LabelRow): Record<string, unknown> {
  return { ...row };
}

/** What the label counts as in the end. */
export function lastLevel({ level, revisedLevel }: LabelRow): VerdictLevel {
  return revisedLevel ?? level;
}

/**
 * The row in the metadata, with the level that the score itself says: whoever changed a score in the other program revised
 * the label.
 */
export function rowFrom(
  metadata: z.infer<typeof ScoreMetadata>,
  scored: VerdictLevel,
): Record<string, unknown> {
  const first = VerdictLevel.safeParse(metadata['level']);
  if (!first.success) return { ...metadata, level: scored, revisedLevel: null };
  return { ...metadata, revisedLevel: first.data === scored ? null : scored };
}
