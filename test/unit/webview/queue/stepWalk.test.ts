import assert from 'node:assert/strict';
import { makeQueueInput, makeQueuePage } from '../../../fakes/queuePages.ts';
import { StepWalk } from '../../../../webview/queue/stepWalk.ts';

/** A walk through 30 train steps, of which the last epoch begins at 27. */
function make(wanted: number | null = null, steps = 30) {
  let step = wanted;
  const summary = { ...makeQueuePage(makeQueueInput({ steps })), followed: null };
  const walk = new StepWalk({
    rows: { summary, isOld: false },
    wanted: () => step,
    change: (to) => {
      step = to.step;
    },
    redraw: () => undefined,
  });
  return { walk, step: () => step };
}

describe('StepWalk', () => {
  it('goes on and back inside the run, and follows the newest at its end', () => {
    const { walk, step } = make(28);
    walk.go(walk.step + 1);
    assert.equal(step(), 29);
    walk.go(walk.step + 1);
    assert.equal(step(), null);
    assert.equal(walk.step, 30);
    walk.go(99);
    assert.equal(step(), null);
    walk.go(-3);
    assert.equal(step(), 0);
  });

  it('plays from where a person is, and the last epoch from the end', () => {
    const inside = make(12);
    inside.walk.play();
    assert.deepEqual([inside.step(), inside.walk.isPlaying], [12, true]);
    inside.walk.play();
    assert.equal(inside.walk.isPlaying, false);
    const atEnd = make();
    atEnd.walk.play();
    assert.equal(atEnd.step(), 26);
    atEnd.walk.stop();
    assert.equal(atEnd.walk.isPlaying, false);
  });
});
