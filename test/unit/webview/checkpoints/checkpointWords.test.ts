import assert from 'node:assert/strict';
import {
  heldOutSentence,
  keptWords,
  nextWords,
  policyWords,
  roomWords,
} from '../../../../webview/checkpoints/checkpointWords.ts';
import {
  changeInterval,
  changeValue,
  type ComparedFigure,
  figureName,
  figureNote,
  figureValue,
  isEffect,
} from '../../../../webview/checkpoints/comparisonWords.ts';
import {
  pairOf,
  plainCheckpointsRoute,
  savedCheckpointsRoute,
  toggled,
} from '../../../../webview/checkpoints/checkpointsRoute.ts';
import { savedRunRoute } from '../../../../webview/run/savedRunRoute.ts';
import { makeCheckpoint, makeCheckpoints } from '../../../fakes/checkpoints.ts';
import { makeRunListing, runPlace } from '../../../fakes/runPages.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const saves = { saveEverySteps: 100 };

describe('words about checkpoints', () => {
  it('give a share of held-out tasks with its interval', () => {
    // Wilson's interval of 55 of 120 tasks, by hand: 0.372 to 0.547.
    const { heldOut } = makeCheckpoint({ step: 100, now, passed: 55 });
    assert.ok(heldOut !== null);
    const words = '46 % of 120 tasks passed, 95 % interval 37 to 55 %';
    assert.equal(heldOutSentence(heldOut), words);
  });

  it('count what is kept and what there is room for', () => {
    const all = makeCheckpoints(now);
    assert.equal(keptWords(all), '6, 366 GB');
    assert.equal(keptWords([]), '0, 0 bytes');
    const whole = makeCheckpoint({ step: 300, now });
    assert.equal(roomWords(1.5e12, whole), '1.50 TB, room for 14 more');
    assert.equal(roomWords(107e9 - 1, whole), '107 GB, no room for one more');
    assert.equal(roomWords(1.5e12, undefined), '1.50 TB');
  });

  it('say which ones stay', () => {
    assert.equal(
      policyWords({ last: 3, best: 1 }),
      'the newest 3, the best by reward and pinned ones',
    );
    assert.equal(policyWords({ last: 1, best: 0 }), 'the newest and pinned ones');
    assert.equal(policyWords({ last: 0, best: 0 }), 'only those that are pinned');
  });

  it('say when the next one is saved, at the last train step at the latest', () => {
    const running = makeRunListing({ state: 'running', steps: 312, now });
    assert.equal(nextWords(running, saves), 'step 400, in about 2 h 20 min');
    assert.equal(nextWords({ ...running, step: 400 }, saves), 'step 500, in about 2 h 40 min');
    assert.equal(nextWords({ ...running, totalSteps: 350 }, saves), 'step 350, in about 1 h');
    assert.equal(nextWords({ ...running, secondsPerStep: null }, saves), 'step 400');
    assert.equal(nextWords({ ...running, step: 350, totalSteps: 350 }, saves), null);
    const ended = makeRunListing({ state: 'stopped', steps: 312, now });
    assert.equal(nextWords(ended, saves), null);
  });
});

describe('words of a comparison', () => {
  const share: ComparedFigure = {
    ...{ name: 'passed', unit: 'share', first: 0.458, second: 0.567 },
    ...{ change: 0.108, low: 0.02, high: 0.2, tasks: 120 },
  };
  const steps: ComparedFigure = {
    ...{ name: 'steps', unit: 'number', first: 5.6, second: 4.9 },
    ...{ change: -0.7, low: -1.1, high: -0.3, tasks: 120 },
  };
  const tokens: ComparedFigure = {
    ...{ name: 'tokens', unit: 'number', first: 1590, second: 1702 },
    ...{ change: 1112, low: -1040, high: 3264, tasks: 120 },
  };

  it('name each figure, and the parts of the reward as the recipe does', () => {
    const named = ['passed', 'reward/total', 'reward/answer', 'steps', 'something'].map(figureName);
    assert.deepEqual(named, [
      ...['Pass rate', 'Reward', 'Answer part', 'Steps per task', 'something'],
    ]);
    assert.deepEqual(['parsed', 'executed'].map(figureName), ['Steps parsed', 'Steps executed']);
  });

  it('give values and changes in their unit, with a sign', () => {
    assert.deepEqual(
      [share, steps, tokens].map((one) => figureValue(one, one.first)),
      ['46 %', '5.6', '1,590'],
    );
    assert.deepEqual(
      [share, steps, tokens].map((one) => changeValue(one, one.change)),
      ['+11', '−0.7', '+1,112'],
    );
    assert.equal(changeInterval(share), '(+2 to +20)');
    assert.equal(changeInterval(steps), '(−1.1 to −0.3)');
    assert.equal(changeValue(share, -0.001), '0');
    assert.equal(changeValue(steps, -0.01), '0.0');
  });

  it('say of how many tasks an interval is, and why there is none', () => {
    const none = { ...steps, low: null, high: null };
    assert.equal(changeInterval(none), '(no interval)');
    assert.equal(figureNote(none, 120), 'All 120 tasks changed alike, which gives no interval.');
    assert.equal(figureNote({ ...none, tasks: 1 }, 1), 'One task gives no interval.');
    assert.equal(
      figureNote({ ...steps, tasks: 97 }, 120),
      'Of the 97 tasks that have this figure.',
    );
    assert.equal(figureNote(steps, 120), null);
  });

  it('call a change one only when its interval leaves out 0', () => {
    assert.deepEqual([share, steps, tokens].map(isEffect), [true, true, false]);
    assert.equal(isEffect({ low: 0, high: 1 }), false);
    assert.equal(isEffect({ low: null, high: null }), false);
  });
});

describe('the choice of two checkpoints', () => {
  it('lets a third one take the place of the first', () => {
    assert.deepEqual(toggled([], 300), [300]);
    assert.deepEqual(toggled([300], 100), [300, 100]);
    assert.deepEqual(toggled([300, 100], 200), [100, 200]);
    assert.deepEqual(toggled([300, 100], 300), [100]);
  });

  it('compares the later with the earlier one', () => {
    assert.deepEqual(pairOf([300, 100]), { first: 100, second: 300 });
    assert.deepEqual(pairOf([0, 9]), { first: 0, second: 9 });
    assert.equal(pairOf([300]), null);
  });

  it('survives a reload, as far as it can be read', () => {
    assert.deepEqual(savedCheckpointsRoute({ chosen: [300, 100] }).chosen, [300, 100]);
    const broken = savedCheckpointsRoute({ chosen: [300, 300, -1, 'x', 2.5, 100, 50] });
    assert.deepEqual(broken.chosen, [300, 100]);
    assert.deepEqual(savedCheckpointsRoute({ chosen: 7 }), plainCheckpointsRoute);
    const route = { page: 'checkpoints', chosen: [300, 100] };
    const saved = { version: 1, place: runPlace, route };
    assert.deepEqual(savedRunRoute(saved, runPlace), route);
  });
});
