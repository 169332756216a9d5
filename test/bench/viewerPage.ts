// The list page alone, without VS Code around it: memory and frames while 200,000 rows go by. Measured in a browser of its own
// by test/page/measureScrolling.ts.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { BenchRow } from './row.ts';

const root = path.resolve(import.meta.dirname, '../..');
const Measured = z.object({
  before: z.number(),
  after: z.number(),
  highest: z.number(),
  drawnRows: z.number(),
  medianFrame: z.number(),
  slowFrame: z.number(),
});

export async function viewerPageRows(): Promise<readonly BenchRow[]> {
  const script = path.join(root, 'test/page/measureScrolling.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
  });
  const found = Measured.parse(JSON.parse(stdout));
  const row = (
    name: string,
    value: number,
    unit: string,
    aim: BenchRow['aim'] = null,
  ): BenchRow => ({
    ...{ name, value, unit, aim, baseline: null, settings: '200,000 rows, end to end' },
  });
  return [
    row('list page: heap while scrolling, highest', found.highest / 1e6, 'MB', {
      text: 'under 250 MB',
      reached: found.highest < 250e6,
    }),
    row('list page: heap afterwards', found.after / 1e6, 'MB'),
    row('list page: heap before', found.before / 1e6, 'MB'),
    row('list page: rows drawn at once', found.drawnRows, 'rows'),
    row('list page: time between frames, median', found.medianFrame, 'ms'),
    row('list page: time between frames, 99 of 100', found.slowFrame, 'ms'),
  ];
}
