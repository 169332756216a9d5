import assert from 'node:assert/strict';
import {
  evaluatedTasks,
  evaluationKey,
  evaluationText,
  heldOutOf,
  openWishes,
  together,
} from '../../../../runtime/remote/evaluation/evaluationRecords.ts';
import { compareEvaluations } from '../../../../runtime/remote/evaluation/compareEvaluations.ts';
import { makeEvaluated } from '../../../fakes/evaluatedTasks.ts';
import { makeTask } from '../../../fakes/records.ts';

const byHash = (...records: ReturnType<typeof makeEvaluated>[]) =>
  new Map(records.map((one) => [one.taskHash, one]));

describe('the records of an evaluation', () => {
  it('have a key that tells tasks and settings', () => {
    const key = evaluationKey('tasks', 'settings');
    assert.match(key, /^[0-9a-f]{16}$/);
    assert.equal(evaluationKey('tasks', 'settings'), key);
    const others = [evaluationKey('others', 'settings'), evaluationKey('tasks', 'others')];
    assert.equal(new Set([key, ...others]).size, 3);
  });

  it('leave open what nobody scored, with the same seed everywhere', () => {
    const [done, unscored, unknown] = ['a', 'b', 'c'].map((id) => ({
      task: makeTask({ id }),
      hash: makeEvaluated(id).taskHash,
    }));
    assert.ok(done !== undefined && unscored !== undefined && unknown !== undefined);
    const records = byHash(makeEvaluated('a'), makeEvaluated('b', { correctness: null }));
    const wishes = openWishes([done, unscored, unknown], records);
    assert.deepEqual(
      wishes.map(({ task, taskHash, index }) => [task.id, taskHash, index]),
      [
        ['b', unscored.hash, 0],
        ['c', unknown.hash, 0],
      ],
    );
    const again = openWishes([unknown], new Map());
    assert.equal(again[0]?.seed, wishes[1]?.seed);
    assert.ok(wishes.every(({ seed }) => seed >= 0 && seed < 2 ** 28));
  });

  it('come together as the scored one of each task, and of several the newest', () => {
    const at = (minute: number) => `2026-05-04T09:0${minute}:00.000Z`;
    const [old, middle] = [makeEvaluated('a', { at: at(1) }), makeEvaluated('a', { at: at(2) })];
    const unscored = makeEvaluated('a', { at: at(3), correctness: null });
    const other = makeEvaluated('b');
    for (const order of [
      [old, middle, unscored],
      [unscored, middle, old],
    ]) {
      const found = together(...order.map((one) => byHash(one)), byHash(other));
      assert.deepEqual(found, byHash(middle, other));
    }
  });

  it('come back from their lines, the last one of a task, without what a crash has torn', () => {
    const [before, after, other] = [
      makeEvaluated('a', { correctness: null, cause: 'broken off' }),
      makeEvaluated('a'),
      makeEvaluated('b'),
    ];
    const text = `${evaluationText([before, other, after])}{"version":1,"taskI`;
    assert.deepEqual(evaluatedTasks(text), byHash(after, other));
  });

  it('give the share that was passed with its interval, leaving out what nobody scored', () => {
    const records = [1, 1, 0.5, 0, null].map((correctness, index) =>
      makeEvaluated(String(index), { correctness }),
    );
    const held = heldOutOf(records, 1);
    assert.equal(held.passRate, 0.5);
    assert.equal(held.tasks, 4);
    // Wilson, 2 of 4: 0.150 to 0.850.
    assert.deepEqual([held.low.toFixed(3), held.high.toFixed(3)], ['0.150', '0.850']);
    assert.equal(heldOutOf(records, 0.5).passRate, 0.75);
    assert.throws(() => heldOutOf([makeEvaluated('a', { correctness: null })], 1), RangeError);
  });
});

describe('two evaluations', () => {
  it('are compared task by task, with what each passes alone', () => {
    const first = byHash(
      makeEvaluated('a', { correctness: 0, figures: { 'reward/total': 0.6, steps: 4 } }),
      makeEvaluated('b', { correctness: 1, figures: { 'reward/total': 1.6, steps: 2 } }),
      makeEvaluated('c', { correctness: 1, figures: { 'reward/total': 1.6 } }),
      makeEvaluated('d', { correctness: null }),
      makeEvaluated('only here'),
    );
    const second = byHash(
      makeEvaluated('a', { correctness: 1, figures: { 'reward/total': 1.6, steps: 3 } }),
      makeEvaluated('b', { correctness: 0, figures: { 'reward/total': 0, steps: 2 } }),
      makeEvaluated('c', { correctness: 1, figures: { 'reward/total': 1.6, steps: 2 } }),
      makeEvaluated('d', { correctness: 1 }),
    );
    const found = compareEvaluations(first, second, 1);
    assert.equal(found.tasks, 3);
    assert.deepEqual(found.won, [{ taskId: 'a', question: 'a?' }]);
    assert.deepEqual(found.lost, [{ taskId: 'b', question: 'b?' }]);
    assert.deepEqual(
      found.figures.map(({ name, unit, change }) => [name, unit, Number(change.toFixed(3))]),
      [
        ['passed', 'share', 0],
        ['reward/total', 'number', -0.2],
        ['steps', 'number', -0.5],
      ],
    );
  });

  it('show a part of the reward that goes beyond 0 and 1 as a number', () => {
    const of = (correctness: number, format: number) =>
      byHash(
        makeEvaluated('a', {
          figures: { 'reward/correctness': correctness, 'reward/format': format },
        }),
      );
    const { figures } = compareEvaluations(of(-3, 0), of(3, 1), 1);
    assert.deepEqual(
      figures.map(({ name, unit }) => [name, unit]),
      [
        ['passed', 'share'],
        ['reward/correctness', 'number'],
        ['reward/format', 'share'],
      ],
    );
  });

  it('show how the steps went as shares, between the reward and what a rollout costs', () => {
    const of = (parsed: number) =>
      byHash(
        makeEvaluated('a', {
          figures: { steps: 2, executed: 0.5, parsed, tokens: 7, 'reward/total': 1 },
        }),
      );
    const { figures } = compareEvaluations(of(0.5), of(1), 1);
    assert.deepEqual(
      figures.map(({ name, unit, tasks }) => [name, unit, tasks]),
      [
        ['passed', 'share', 1],
        ['reward/total', 'number', 1],
        ['parsed', 'share', 1],
        ['executed', 'share', 1],
        ['steps', 'number', 1],
        ['tokens', 'number', 1],
      ],
    );
  });

  it('have nothing to compare without a common task', () => {
    const found = compareEvaluations(byHash(makeEvaluated('a')), byHash(makeEvaluated('b')), 1);
    assert.deepEqual(found, { tasks: 0, figures: [], won: [], lost: [] });
  });
});
