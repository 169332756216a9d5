// A folder of its own for each test of a suite, gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Call it inside `describe`; the result joins names to the folder of the running test. */
export function temporaryFolder(): (...names: string[]) => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tool-r1-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (...names) => path.join(folder, ...names);
}
