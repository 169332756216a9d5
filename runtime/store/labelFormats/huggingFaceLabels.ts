// Rows that `datasets.load_dataset("json", data_files=...)` of Hugging Face reads as they are: one object a line, column names
// in its style, the level as a class number (0 Wrong, 1 Partially Correct, 2 Correct) and as text.
import * as z from 'zod';
import { levelOrder } from '../../contract/agreement.ts';
import { parseJson } from '../../support/parseJson.ts';
import { LabelRow, RowCollector, type LabelFormatFile } from './labelRow.ts';
import { firstObject, textLines } from './textLines.ts';

/** Written as `label` and `label_text`, and `final_label`. */
const levels: ReadonlySet<string> = new Set(['level', 'revisedLevel']);
const plain = Object.keys(LabelRow.shape).filter((name) => !levels.has(name));

export const huggingFaceLabels: LabelFormatFile = {
  format: 'huggingface',
  *write({ rows }) {
    for (const row of rows) yield `${JSON.stringify(toRow(row))}\n`;
  },
  detect(head) {
    const first = firstObject(head);
    return first !== null && 'label' in first && 'reference_answer' in first;
  },
  read(text) {
    const collector = new RowCollector();
    for (const { number, text: line } of textLines(text)) {
      const parsed = parseJson(Line, line);
      const place = `line ${number}`;
      if (parsed.ok) collector.add(place, fromRow(parsed.value));
      else collector.complain(place, parsed.problem);
    }
    return collector.reading();
  },
};

const classNumber = z.int().min(0).max(2);
const Line = z.looseObject({ label: classNumber, final_label: classNumber.nullable().optional() });

function toRow(row: LabelRow): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = row;
  return {
    label: levelOrder.indexOf(row.level),
    label_text: row.level,
    final_label: levelOrder.indexOf(row.revisedLevel ?? row.level),
    ...Object.fromEntries(plain.map((name) => [snakeCase(name), values[name]])),
  };
}

function fromRow(line: z.infer<typeof Line>): Record<string, unknown> {
  const { label, final_label: last } = line;
  const isRevised = typeof last === 'number' && last !== label;
  return {
    ...Object.fromEntries(plain.map((name) => [name, line[snakeCase(name)]])),
    level: levelOrder[label],
    revisedLevel: isRevised ? levelOrder[last] : null,
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
