import assert from 'node:assert/strict';
import { LabelCounts } from '../../../../extension/labelling/labelCounts.ts';
import { Problem } from '../../../../extension/support/problem.ts';
import { labellingState } from '../../../fakes/labellingState.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';

function counts(rater: () => string | null, reads: () => boolean = () => true) {
  const runtime = new RuntimeAnswers({
    'open-labelling': () =>
      reads() ? Promise.resolve(labellingState()) : Promise.reject(new Problem('No access.')),
    'read-labelling': () => Promise.resolve(labellingState({ labelled: 60, conflicts: 4 })),
    'close-labelling': () => Promise.resolve({}),
  });
  const log = new KeptLog();
  const known = () => Promise.resolve(rater());
  return { runtime, log, labels: new LabelCounts({ runtime, log, rater: { known } }) };
}

const names = (runtime: RuntimeAnswers) => runtime.asked.map(({ name }) => name);

describe('labelCounts', () => {
  it('opens a queue once, counts anew each time, and closes it at the end', async () => {
    const { runtime, labels } = counts(() => 'Ada');
    assert.deepEqual(await labels.left('/w'), { items: 240, conflicts: 4 });
    assert.deepEqual(await labels.left('/w'), { items: 240, conflicts: 4 });
    labels.dispose();
    assert.deepEqual(names(runtime), [
      ...['open-labelling', 'read-labelling', 'read-labelling', 'close-labelling'],
    ]);
  });

  it('counts for each person apart', async () => {
    let rater = 'Ada';
    const { runtime, labels } = counts(() => rater);
    await labels.left('/w');
    rater = 'Ben';
    await labels.left('/w');
    assert.equal(names(runtime).filter((name) => name === 'open-labelling').length, 2);
  });

  it('asks nobody who they are, and counts nothing for nobody', async () => {
    const { runtime, labels } = counts(() => null);
    assert.equal(await labels.left('/w'), null);
    assert.deepEqual(names(runtime), []);
  });

  it('writes why a folder cannot be counted to the log, and tries again', async () => {
    let isThere = false;
    const { log, labels } = counts(
      () => 'Ada',
      () => isThere,
    );
    assert.equal(await labels.left('/w'), null);
    assert.match(log.lines.join(), /\/w: No access\./);
    isThere = true;
    assert.equal((await labels.left('/w'))?.items, 240);
  });
});
