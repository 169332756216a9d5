import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { requests } from '../../../runtime/contract/requests.ts';
import { importHandlers } from '../../../runtime/serve/importRequests.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const file = path.resolve(import.meta.dirname, '../../fixtures/imports/tau-bench.json');

describe('requests to import trajectories', () => {
  const inFolder = temporaryFolder();
  const never = new AbortController().signal;
  const told: unknown[] = [];
  const handlers = importHandlers((name, params) => void told.push([name, params]));

  async function formats(name: string) {
    const answer = await handlers['find-import-formats']({ file: name }, never);
    return requests['find-import-formats'].result.parse(answer).formats.map(({ id }) => id);
  }

  it('name the program that wrote a file, or all', async () => {
    assert.deepEqual(await formats(file), ['tau-bench']);
    await writeFile(inFolder('x.json'), '{}');
    assert.ok((await formats(inFolder('x.json'))).length > 3);
  });

  it('write a new file, and tell how far it is', async () => {
    const to = inFolder('out.trajectories.jsonl');
    const params = { from: file, to, format: 'tau-bench', callId: 'c1' };
    const answer = await handlers['import-trajectories'](params, never);
    const imported = requests['import-trajectories'].result.parse(answer);
    assert.deepEqual([imported.trajectories, imported.steps], [2, 3]);
    assert.match(await readFile(to, 'utf8'), /^\{"version":1,"trajectoryId":"task-3-trial-0"/);
    assert.deepEqual(told.at(-1), [
      'work-progressed',
      { callId: 'c1', activity: 'Importing', done: 2, total: null },
    ]);
  });

  it('refuse a format that there is none of', async () => {
    const params = { from: file, to: inFolder('o'), format: 'odd', callId: 'c1' };
    await assert.rejects(handlers['import-trajectories'](params, never), HumanError);
  });
});
