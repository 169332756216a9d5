// Scores as Inspect (inspect_ai) has them, computed beforehand: one line for each sample and epoch with its `scores` by
// scorer name. `value` is Inspect's C, P or I, whose numbers are 1, 0.5 and 0 as ours.
import * as z from 'zod';
import { VerdictLevel } from '../../contract/judge.ts';
import { parseJson } from '../../support/parseJson.ts';
import { RowCollector, type LabelFormatFile, type LabelRow } from './labelRow.ts';
import { lastLevel, metadataOf, rowFrom, ScoreMetadata } from './scoreMetadata.ts';
import { firstObject, textLines } from './textLines.ts';

const letters: Readonly<Record<VerdictLevel, string>> = {
  Correct: 'C',
  'Partially Correct': 'P',
  Wrong: 'I',
};

const Line = z.looseObject({
  sample_id: z.string(),
  scores: z.record(
    z.string(),
    z.looseObject({ value: z.enum(['C', 'P', 'I']), metadata: ScoreMetadata }),
  ),
});

export const inspectLabels: LabelFormatFile = {
  format: 'inspect',
  *write({ rows }) {
    const epochs = new Map<string, number>();
    for (const row of rows) {
      // Answers to the same task are its epochs.
      const sample = row.taskId ?? row.question;
      const epoch = (epochs.get(sample) ?? 0) + 1;
      epochs.set(sample, epoch);
      yield `${JSON.stringify(lineOf(row, sample, epoch))}\n`;
    }
  },
  detect(head) {
    const first = firstObject(head);
    return first !== null && 'sample_id' in first && 'scores' in first;
  },
  read(text) {
    const collector = new RowCollector();
    for (const { number, text: line } of textLines(text)) {
      const parsed = parseJson(Line, line);
      const place = `line ${number}`;
      if (!parsed.ok) collector.complain(place, parsed.problem);
      else {
        for (const { value, metadata } of Object.values(parsed.value.scores)) {
          collector.add(place, rowFrom(metadata, levelOf(value)));
        }
      }
    }
    return collector.reading();
  },
};

function lineOf(row: LabelRow, sample: string, epoch: number): Record<string, unknown> {
  return {
    sample_id: sample,
    epoch,
    scores: {
      [row.rater]: {
        value: letters[lastLevel(row)],
        answer: row.finalAnswer,
        explanation: row.note,
        metadata: metadataOf(row),
      },
    },
  };
}

function levelOf(letter: string): VerdictLevel {
  return VerdictLevel.options.find((level) => letters[level] === letter) ?? 'Wrong';
}
