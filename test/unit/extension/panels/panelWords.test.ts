import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { byteText, fileLabel } from '../../../../extension/panels/fileLabel.ts';
import { readPlace } from '../../../../extension/panels/place.ts';
import { recentWords } from '../../../../extension/panels/recentWords.ts';
import { workspaceOf } from '../../../../extension/panels/workspaceOf.ts';
import { makeTemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('fileLabel', () => {
  it('says how large a file is', async () => {
    const folder = await makeTemporaryFolder();
    const file = path.join(folder.path, 'a.jsonl');
    await writeFile(file, 'x'.repeat(1536));
    assert.equal(await fileLabel(file), 'a.jsonl, 1.54 kB');
    assert.equal(await fileLabel(path.join(folder.path, 'none.jsonl')), 'none.jsonl');
    await folder.remove();
  });

  it('counts in steps of a thousand with three digits', () => {
    const said = [0, 1, 999, 1000, 12_340, 123_400, 1_020_000_000, 5e15].map(byteText);
    assert.deepEqual(said, [
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1.00 kB',
      '12.3 kB',
      '123 kB',
      '1.02 GB',
      '5000 TB',
    ]);
  });
});

describe('workspaceOf', () => {
  const inside = () => '/w';

  it('finds the folder whose .tool-r1 keeps the file, also below an open folder', () => {
    const kept = ['.tool-r1', 'trajectories', 'one.trajectories.jsonl'];
    assert.equal(workspaceOf(path.join('/w', ...kept), inside), '/w');
    assert.equal(workspaceOf(path.join('/w/deep', ...kept), inside), '/w/deep');
  });

  it('takes the open folder for a file elsewhere in it', () => {
    assert.equal(workspaceOf('/w/data/runs.jsonl', inside), '/w');
  });

  it('takes none for a file outside, so that nothing is run for it', () => {
    const file = '/other/.tool-r1/trajectories/one.trajectories.jsonl';
    assert.equal(
      workspaceOf(file, () => null),
      null,
    );
  });
});

describe('place', () => {
  it('is read out of what the tree hands over', () => {
    const node = { kind: 'trajectory', file: '/w/a.jsonl', trajectoryId: 'a', label: 'How many?' };
    assert.deepEqual(readPlace(node), {
      ok: true,
      value: { file: '/w/a.jsonl', trajectoryId: 'a', step: null },
    });
    assert.deepEqual(readPlace({ file: '/w/a.jsonl' }), {
      ok: true,
      value: { file: '/w/a.jsonl', trajectoryId: null, step: null },
    });
  });

  it('is nothing else', () => {
    for (const wrong of [undefined, {}, { file: '' }, { file: 'a', trajectoryId: '../b' }]) {
      assert.equal(readPlace(wrong).ok, false);
    }
  });
});

describe('recentWords', () => {
  const recent = {
    file: '/w/a.jsonl',
    id: 'a',
    taskId: 't',
    question: 'How many\nboats are there?',
    startedAt: '2026-05-04T09:30:00.000Z',
    stopReason: 'final-answer',
    interrupted: false,
    finalAnswer: '42',
    steps: 3,
    reward: 1.3,
  };

  it('says what was asked and what came out', () => {
    const { label, description, detail } = recentWords(recent, 'en-GB');
    assert.equal(label, 'How many boats are there?');
    assert.match(description, /^04\/05\/2026, \d\d:30 · 3 steps · reward 1\.30$/);
    assert.equal(detail, '42');
  });

  it('says why there is no answer', () => {
    const words = (over: object) => recentWords({ ...recent, finalAnswer: null, ...over }, 'en');
    assert.equal(words({ stopReason: 'max-steps' }).detail, 'No answer: max steps');
    assert.equal(words({ stopReason: null }).detail, 'Running');
    assert.equal(words({ stopReason: null, interrupted: true }).detail, 'Interrupted');
    assert.match(words({ steps: 1, reward: null }).description, / · 1 step$/);
  });
});
