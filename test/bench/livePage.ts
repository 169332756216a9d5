// From a token's arrival in the page to the frame that shows it, at 200 tokens a second for ten seconds. The page is measured
// in a browser of its own by test/page/measureTokens.ts.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { BenchRow } from './row.ts';

const root = path.resolve(import.meta.dirname, '../..');
const Times = z.object({
  median: z.number(),
  slowest: z.number(),
  seen: z.number(),
  longestFrame: z.number(),
});

export async function livePageRows(): Promise<readonly BenchRow[]> {
  const script = path.join(root, 'test/page/measureTokens.ts');
  const args = ['--import', 'tsx', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const { median, slowest, seen, longestFrame } = Times.parse(JSON.parse(stdout));
  const settings = '200 tokens/s, 2,000 lines of code';
  const row = (name: string, value: number, aim: BenchRow['aim']): BenchRow => ({
    ...{ name, settings, value, unit: 'ms', baseline: null, aim },
  });
  return [
    row('live page: token to screen, median', median, null),
    row('live page: token to screen, slowest', slowest, {
      text: 'under 100 ms, every token seen',
      reached: slowest < 100 && seen === 2_000,
    }),
    row('live page: longest frame', longestFrame, null),
  ];
}
