// A format of another kind than lines: one JSON array of records. It shows that one file adds a format to the viewer.
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { stepRow } from '../../runtime/contract/stepSummary.ts';
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import type { RecordSource } from '../../runtime/store/formats/recordSource.ts';
import type { TrajectoryFormat } from '../../runtime/store/formats/trajectoryFormat.ts';
import { recordFacts } from '../../runtime/store/scan/recordFacts.ts';
import { recordTexts } from '../../runtime/store/scan/scanTexts.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';

export const arrayFormat: TrajectoryFormat = {
  name: 'arrays of records',
  patterns: ['*.array.json'],
  detect: (file) => file.endsWith('.array.json'),
  async open(file) {
    const parsed = parseJson(z.array(TrajectoryRecord), await readFile(file, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.problem);
    return arraySource(file, parsed.value);
  },
};

/** Places count records; the bytes of a record are its JSON. */
function arraySource(file: string, records: readonly TrajectoryRecord[]): RecordSource {
  let next = 0;
  const parse = (bytes: Buffer): TrajectoryRecord | null => {
    const parsed = parseJson(TrajectoryRecord, bytes.toString());
    return parsed.ok ? parsed.value : null;
  };
  return {
    file,
    torn: null,
    get progress() {
      return {
        indexedBytes: next,
        totalBytes: records.length,
        lines: next,
        complete: next === records.length,
      };
    },
    advance(visitor) {
      for (const record of records.slice(next)) {
        visitor.record(recordFacts(record), { offset: next, bytes: 1 }, next + 1);
        next += 1;
      }
      return Promise.resolve();
    },
    check: () => Promise.resolve('none'),
    readBytes: (places) =>
      Promise.resolve(
        places.map(({ offset }) => Buffer.from(JSON.stringify(records[offset] ?? null))),
      ),
    parse,
    stepRow(bytes) {
      const record = parse(bytes);
      return record?.kind === 'step-ended' ? stepRow(record.step) : null;
    },
    quickSearch: () => null,
    texts(bytes) {
      const record = parse(bytes);
      return record === null ? [] : recordTexts(record);
    },
    close: () => Promise.resolve(),
  };
}
