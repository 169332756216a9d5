import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { defaultRubric, makeRubric } from '../../../../runtime/labels/rubric.ts';
import { readRubric } from '../../../../runtime/labels/workspaceLabels.ts';
import {
  ensureRubricFile,
  readRubricFile,
  rubricFileOf,
} from '../../../../runtime/store/labels/rubricFile.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('the rubric of a workspace', () => {
  const inFolder = temporaryFolder();

  async function write(text: string): Promise<void> {
    await mkdir(inFolder('.tool-r1'), { recursive: true });
    await writeFile(rubricFileOf(inFolder()), text);
  }

  it('is the built-in one where there is no file', async () => {
    assert.deepEqual(await readRubricFile(inFolder()), { rubric: null, problem: null });
    assert.deepEqual(await readRubric(inFolder()), { rubric: defaultRubric, problem: null });
  });

  it('is what a person wrote, and its hash is of the points', async () => {
    await write('\uFEFF{"version": 4, "points": ["Be strict."], "author": "Ann"}');
    const { rubric } = await readRubric(inFolder());
    assert.deepEqual(rubric, makeRubric(4, ['Be strict.']));
    await write('{"version": 4, "points": ["Be kind."], "hash": "stale"}');
    assert.notEqual((await readRubric(inFolder())).rubric.hash, rubric.hash);
  });

  it('is the built-in one, with a word on what is wrong, where the file is broken', async () => {
    for (const text of [
      '',
      '{',
      '[]',
      '{"version":1,"points":[]}',
      '{"version":1.5,"points":["a"]}',
    ]) {
      await write(text);
      const { rubric, problem } = await readRubric(inFolder());
      assert.deepEqual(rubric, defaultRubric);
      assert.match(
        problem ?? '',
        /rubric\.json cannot be used \(.+\).* It should read \{"version"/,
      );
    }
  });

  it('is written for editing once, and never over what is there', async () => {
    const file = await ensureRubricFile(inFolder(), defaultRubric);
    const { version, points } = defaultRubric;
    const text = await readFile(file, 'utf8');
    assert.equal(text, `${JSON.stringify({ version, points }, null, 2)}\n`);
    await ensureRubricFile(inFolder(), makeRubric(9, ['other']));
    assert.equal(await readFile(file, 'utf8'), text);
    await write('broken');
    await assert.rejects(ensureRubricFile(inFolder(), defaultRubric), /is there already/);
    assert.equal(await readFile(file, 'utf8'), 'broken');
  });
});
