import assert from 'node:assert/strict';
import { TrajectoryRecord } from '../../../../../runtime/contract/trajectory.ts';
import { assembleTrajectory } from '../../../../../runtime/store/assembleTrajectory.ts';
import type { ForeignTrajectory } from '../../../../../runtime/store/importers/trajectories/foreignFormat.ts';
import { foreignRecords } from '../../../../../runtime/store/importers/trajectories/foreignRecords.ts';
import { makeForeignStep, makeForeignTrajectory } from '../../../../fakes/foreignTrajectory.ts';

const fileTime = '2026-01-02T03:04:05.000Z';
const origin = { trajectoryId: 't-1', format: 'verl', file: '3.jsonl', fileTime } as const;

describe('foreignRecords', () => {
  function made(over: Partial<ForeignTrajectory> = {}) {
    const records = foreignRecords(makeForeignTrajectory(over), origin);
    const { trajectory, problems } = assembleTrajectory(
      records.map((record) => TrajectoryRecord.parse(record)),
    );
    assert.deepEqual(problems, []);
    assert.ok(trajectory?.ended != null);
    return { ...trajectory, ended: trajectory.ended };
  }

  it('says where it comes from, and claims nothing else', () => {
    const { started, ended, reward } = made({ id: 'x/y', unmapped: { 'info.a': [1] } });
    assert.deepEqual(started['source'], {
      format: 'verl',
      file: '3.jsonl',
      id: 'x/y',
      saysTimes: false,
    });
    assert.deepEqual(started['unmapped'], { 'info.a': [1] });
    assert.deepEqual([started.startedAt, ended.endedAt], [fileTime, fileTime]);
    assert.deepEqual([started.model, started.recipe.name, reward], ['unknown', 'imported', null]);
    assert.equal(started.task.source, 'verl');
  });

  it('keeps the times of the source', () => {
    const { started, steps, ended } = made({
      startedAt: '2025-01-01T00:00:00Z',
      endedAt: '2025-01-01T00:01:00Z',
      steps: [
        makeForeignStep({
          startedAt: '2025-01-01T00:00:10Z',
          replyMilliseconds: 12,
          actionMilliseconds: 34,
        }),
      ],
    });
    assert.deepEqual(
      [started.startedAt, steps[0]?.startedAt, ended.endedAt],
      ['2025-01-01T00:00:00.000Z', '2025-01-01T00:00:10.000Z', '2025-01-01T00:01:00.000Z'],
    );
    assert.deepEqual([steps[0]?.reply.milliseconds, steps[0]?.sandboxMilliseconds], [12, 34]);
  });

  it('gives the same question the same task', () => {
    const task = { id: null, question: 'Why?', referenceAnswer: null, metadata: {} };
    const [one, same, other] = [
      made({ task }),
      made({ task: { ...task, metadata: { a: 1 } } }),
      made({ task: { ...task, question: 'How?' } }),
    ].map(({ started }) => started.task.id);
    assert.equal(one, same);
    assert.notEqual(one, other);
  });

  it('has a question where the source has none', () => {
    const task = { id: null, question: '', referenceAnswer: null, metadata: {} };
    const { started } = made({ task });
    assert.equal(started.task.question, 'The source has no question.');
    assert.equal(started.prompt.user, '');
  });

  it('shows the model what it was shown', () => {
    assert.equal(made({ userMessage: 'Hi!' }).started.prompt.user, 'Hi!');
    assert.equal(made().started.prompt.user, 'How much is 1 + 2?');
  });

  it('tells steps by what they did', () => {
    const { steps } = made({
      steps: [
        makeForeignStep(),
        makeForeignStep({ error: "KeyError: 'a'" }),
        makeForeignStep({ code: null, calls: [] }),
        makeForeignStep({ code: null, calls: [], observation: '' }),
      ],
    });
    assert.deepEqual(
      steps.map(({ observation, parsed, executed }) => [observation.kind, parsed, executed]),
      [
        ['executed', true, true],
        ['python-error', true, false],
        ['no-code', false, false],
        ['final-answer', true, true],
      ],
    );
    const { type, message } = steps[1]?.observation.error ?? {};
    assert.deepEqual([type, message], ['KeyError', "'a'"]);
  });

  it('has no answer without one', () => {
    const { steps, ended } = made({ finalAnswer: null, stopReason: 'max-steps' });
    assert.deepEqual([steps[0]?.observation.kind, ended.finalAnswer], ['executed', null]);
  });

  it('says what broke', () => {
    const { ended } = made({ stopReason: 'failure', failure: 'Context too long.' });
    assert.equal(ended.failure?.message, 'Context too long.');
    assert.match(made({ stopReason: 'failure' }).ended.failure?.message ?? '', /does not say why/);
  });

  it('has the reward of the source, and its scores beside it', () => {
    const plain = { isReward: false, reason: null };
    const { reward } = made({
      scores: [
        { ...plain, name: 'score', value: 0.5, isReward: true, reason: 'as trained' },
        { ...plain, name: 'acc', value: 1, isCorrectness: true },
        { ...plain, name: 'format', value: NaN },
      ],
    });
    assert.equal(reward?.total, 0.5);
    assert.equal(reward.correctness, 1);
    assert.deepEqual(
      reward.parts.map(({ name, score, weight, reason }) => [name, score, weight, reason]),
      [
        ['score', 0.5, 1, 'as trained'],
        ['acc', 1, 0, 'as the source says'],
        ['format', null, 0, 'as the source says'],
      ],
    );
  });

  it('has no total where the source has no reward, or could not score', () => {
    const score = { name: 'a', value: 1, isReward: false, reason: null };
    assert.equal(made({ scores: [score] }).reward?.total, null);
    const unscored = { name: 'b', value: null, isReward: true, reason: null };
    assert.equal(made({ scores: [{ ...score, isReward: true }, unscored] }).reward?.total, null);
    assert.equal(
      made({ scores: [{ ...score, value: 3, isCorrectness: true }] }).reward?.correctness,
      null,
    );
  });
});
