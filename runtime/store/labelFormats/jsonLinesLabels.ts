// Our own lines, as in `.tool-r1/labels.jsonl`: nothing is lost on the way.
import { LabelRecord } from '../../contract/label.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { LabelFormatFile } from './labelRow.ts';
import { firstObject, textLines } from './textLines.ts';

const kinds: ReadonlySet<unknown> = new Set(
  LabelRecord.options.map((option) => option.shape.kind.value),
);

export const jsonLinesLabels: LabelFormatFile = {
  format: 'jsonl',
  *write({ records }) {
    for (const record of records) yield `${JSON.stringify(record)}\n`;
  },
  detect: (head) => kinds.has(firstObject(head)?.['kind']),
  read(text) {
    const records: LabelRecord[] = [];
    const problems: string[] = [];
    for (const line of textLines(text)) {
      const parsed = parseJson(LabelRecord, line.text);
      if (parsed.ok) records.push(parsed.value);
      else problems.push(`line ${line.number}: not a label: ${parsed.problem}.`);
    }
    return { rows: [], records, problems };
  },
};
