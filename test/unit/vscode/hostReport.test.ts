import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readHostReport } from '../../vscode/hostReport.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('the report of the host suite', () => {
  const inFolder = temporaryFolder();

  it('is read as the reporter wrote it', async () => {
    const report = { passed: 2, failed: [{ title: 'a', message: 'b' }], skipped: ['c'] };
    await writeFile(inFolder('report.json'), JSON.stringify(report));
    assert.deepEqual(await readHostReport(inFolder('report.json'), 'it ended'), report);
  });

  it('is a failure when nothing was written', async () => {
    const report = await readHostReport(inFolder('none.json'), 'it ended with code 1');
    assert.equal(report.failed.length, 1);
    assert.match(
      report.failed[0]?.message ?? '',
      /No test reported anything; it ended with code 1/,
    );
  });
});
