import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { toolR1Source } from '../../../../runtime/store/formats/toolR1Source.ts';
import { TextSearch } from '../../../../runtime/store/viewing/textSearch.ts';
import { TrajectoryIndex } from '../../../../runtime/store/viewing/trajectoryIndex.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

describe('TextSearch', () => {
  const inFolder = temporaryFolder();

  it('is complete only when what it took was looked at', async () => {
    await writeFile(inFolder('x.jsonl'), asLines(makeTrajectoryRecords('a', 3)));
    const source = await toolR1Source(inFolder('x.jsonl'));
    const index = new TrajectoryIndex();
    while (!source.progress.complete) await source.advance(index);
    const search = new TextSearch(source, index, 'COUNT');
    const state = { isOver: false };
    const searching = search.advance().finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      assert.equal(search.isComplete && !search.has(0), false);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await searching;
    assert.deepEqual([search.isComplete, search.has(0), search.has(1)], [true, true, false]);
    await source.close();
  });
});
