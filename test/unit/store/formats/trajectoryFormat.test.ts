import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { allFormats } from '../../../../runtime/store/formats/allFormats.ts';
import { toolR1Format } from '../../../../runtime/store/formats/toolR1Format.ts';
import { chooseFormat } from '../../../../runtime/store/formats/trajectoryFormat.ts';
import { FileViewer } from '../../../../runtime/store/viewing/fileViewer.ts';
import { FailureError } from '../../../../runtime/support/errors.ts';
import { arrayFormat } from '../../../fakes/arrayFormat.ts';
import { OpenedViewer } from '../../../fakes/openedViewer.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

describe('formats of trajectory files', () => {
  const inFolder = temporaryFolder();

  it('are added by one file each', async () => {
    const records = [...makeTrajectoryRecords('a', 2), ...makeTrajectoryRecords('b', 1)];
    await writeFile(inFolder('x.array.json'), JSON.stringify(records));
    const viewer = new FileViewer([...allFormats, arrayFormat]);
    const opened = await OpenedViewer.open(inFolder('x.array.json'), viewer);
    assert.deepEqual(await opened.ids(), ['a', 'b']);
    assert.deepEqual(await opened.ids({ text: 'COUNT' }), ['a', 'b']);
    const { handle } = opened;
    const head = await viewer.request('read-trajectory', { handle, id: 'a' });
    assert.deepEqual([head.rows.length, head.nextId, head.reward?.total], [2, 'b', 1.6]);
    const to = inFolder('out.py');
    await viewer.request('export-trajectories', { handle, ids: ['a'], format: 'python', to });
    await viewer.close();
  });

  it('name each other to someone whose file is none of theirs', () => {
    assert.throws(
      () => chooseFormat([toolR1Format, arrayFormat], 'x.bin', Buffer.from('?'), true),
      (error) =>
        error instanceof FailureError &&
        error.failure.code === 'store/unknown-format' &&
        /^x\.bin holds nothing .*: Tool-R1 trajectories \(.*\); arrays of records \(\*\.array\.json\)\. Open it as text/.test(
          error.message,
        ),
    );
  });

  const heads: [name: string, file: string, head: string, ours: boolean][] = [
    ['our records', 'a.jsonl', asLines(makeTrajectoryRecords('a')), true],
    ['our records behind a broken line', 'a.txt', `x\n${asLines(makeTrajectoryRecords('a'))}`, true],
    ['the beginning of a long record', 'a.jsonl', asLines(makeTrajectoryRecords('a')).slice(0, 200), true],
    ['anything under our name', 'a.trajectories.jsonl', '\0\0', true],
    ['nothing yet', 'a.jsonl', '', true],
    ['nothing under a foreign name', 'a.csv', '', false],
    ['other JSON Lines', 'a.jsonl', '{"kind":"weather"}\n{"messages":[]}\n', false],
    ['a text about our records', 'a.md', 'It has a "kind" and a "trajectoryId".', false],
  ]; // prettier-ignore
  for (const [name, file, head, ours] of heads) {
    it(`${ours ? 'take' : 'leave'} ${name}`, () => {
      assert.equal(toolR1Format.detect(file, Buffer.from(head), true), ours);
    });
  }
});
