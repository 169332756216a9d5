import assert from 'node:assert/strict';
import { TrainTable, type ShownStep } from '../../../runtime/cli/trainTable.ts';

const shown: ShownStep = {
  step: 12,
  totalSteps: 100,
  metrics: {
    'reward/total': 0.61249,
    'reward/part/parse': 0.98,
    'reward/part/answer': 0.41,
    'groups/mixed': 5,
    'groups/allCorrect': 2,
    'groups/allWrong': 1,
    'queue/freshShare': 0.5,
    'tokens/generated': 12_345,
    'tokens/updated': 812,
    'seconds/rollout': 3.21,
    'seconds/update': null,
  },
  secondsLeft: 200,
};

describe('TrainTable', () => {
  it('shows everything where there is room, under its titles', () => {
    const table = new TrainTable(shown, Number.POSITIVE_INFINITY);
    assert.equal(
      table.head,
      '   step  reward  answer  parse  mixed  right  wrong  fresh  sampled  updated   rollout    update       left',
    );
    assert.equal(
      table.row(shown),
      ' 12/100   0.612    0.41   0.98      5      2      1   50 %    12.3k      812     3.2 s         -      3 min',
    );
  });

  it('leaves out the less important columns on a narrow terminal', () => {
    const head = (width: number) => new TrainTable(shown, width).head.trim().split(/ +/);
    assert.deepEqual(head(85), [
      ...['step', 'reward', 'answer', 'parse', 'mixed', 'right', 'wrong'],
      ...['rollout', 'update', 'left'],
    ]);
    assert.deepEqual(head(60), ['step', 'reward', 'mixed', 'right', 'wrong', 'left']);
    assert.deepEqual(head(30), ['step', 'reward', 'left']);
    assert.deepEqual(head(5), ['step']);
    for (const width of [120, 90, 60, 30]) {
      assert.ok(new TrainTable(shown, width).row(shown).length <= width);
    }
  });

  it('keeps the columns of the first step, and shows a dash for what is not known', () => {
    const table = new TrainTable(shown, 60);
    const row = table.row({ ...shown, totalSteps: null, metrics: {}, secondsLeft: null });
    assert.deepEqual(row.trim().split(/ +/), ['12', '-', '-', '-', '-', '-']);
  });
});
