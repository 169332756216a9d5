// What the host suite says about itself, as test/runner/countReporter.mjs writes it.
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

export const HostReport = z.object({
  passed: z.number(),
  failed: z.array(z.object({ title: z.string(), message: z.string() })),
  skipped: z.array(z.string()),
});
export type HostReport = z.infer<typeof HostReport>;

/**
 * A run that wrote nothing counts as a failed test.
 * @param ending a word on how the run ended
 */
export async function readHostReport(file: string, ending: string): Promise<HostReport> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return HostReport.parse(JSON.parse(text));
  const message = `No test reported anything; ${ending}. The output above says more.`;
  return { passed: 0, failed: [{ title: 'the run in the extension host', message }], skipped: [] };
}
