import assert from 'node:assert/strict';
import type { Reward } from '../../../../runtime/contract/reward.ts';
import { clock, duration, secondsColumn } from '../../../../webview/format/durations.ts';
import {
  byteSize,
  counted,
  percent,
  signed,
  twoPlaces,
  wholeNumber,
} from '../../../../webview/format/numbers.ts';
import {
  fullReward,
  partLook,
  partsInWords,
  partValue,
} from '../../../../webview/format/rewardSum.ts';

describe('numbers on the pages', () => {
  it('have groups of three', () => {
    assert.equal(wholeNumber(1_234_567), '1,234,567');
    assert.equal(counted(1, 'step'), '1 step');
    assert.equal(counted(1200, 'trajectory', 'trajectories'), '1,200 trajectories');
  });

  it('have a minus sign that is one', () => {
    assert.equal(twoPlaces(-0.5), '−0.50');
    assert.equal(twoPlaces(-1e-17), '0.00');
    assert.equal(signed(0.913), '+0.91');
    assert.equal(signed(-1.37), '−1.37');
    assert.equal(signed(-0.001), '0.00');
    assert.equal(percent(0.634), '63 %');
  });

  it('have sizes of three digits', () => {
    const sizes = [0, 1, 999, 1000, 127_400_000, 1_020_000_000, 999_600, 5e15];
    assert.deepEqual(sizes.map(byteSize), [
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1.00 kB',
      '127 MB',
      '1.02 GB',
      '1.00 MB',
      '5,000 TB',
    ]);
  });
});

describe('times on the pages', () => {
  it('have a fitting unit', () => {
    assert.equal(duration(412), '0.4 s');
    assert.equal(duration(59_940), '59.9 s');
    assert.equal(duration(59_960), '1 min 00 s');
    assert.equal(duration(125_000), '2 min 05 s');
    assert.equal(duration(3_720_000), '1 h 02 min');
    assert.equal(secondsColumn(38_249), '38.2');
  });

  it('run like a clock', () => {
    assert.equal(clock(7_900), '0:07');
    assert.equal(clock(750_000), '12:30');
    assert.equal(clock(3_723_000), '1:02:03');
    assert.equal(clock(-5), '0:00');
  });
});

describe('the parts of a reward', () => {
  const reward: Reward = {
    recipe: 'tool-r1',
    total: null,
    parts: [
      { name: 'answer', score: null, weight: 1, reason: '' },
      { name: 'parse', score: 1, weight: 0.3, reason: '' },
      { name: 'exec', score: 0.5, weight: 0.3, reason: '' },
      { name: 'cost', score: 1, weight: -0.1, reason: '' },
    ],
  };

  it('are weighted; one without a score counts nothing', () => {
    assert.deepEqual(reward.parts.map(partValue), [0, 0.3, 0.15, -0.1]);
    assert.ok(Math.abs(fullReward(reward) - 1.6) < 1e-12);
    assert.equal(partsInWords(reward), 'answer not scored, parse 0.30, exec 0.15, cost −0.10');
  });

  it('have a look by their name', () => {
    const names = ['answer', 'parse', 'format', 'exec', 'tool_use', 'correctness'];
    assert.deepEqual(names.map(partLook), ['answer', 'parse', 'parse', 'exec', 'exec', 'answer']);
  });
});
