import assert from 'node:assert/strict';
import { TrajectoryRecord } from '../../../runtime/contract/trajectory.ts';
import { makeEnded, makeStarted, makeStep } from '../../fakes/records.ts';

describe('TrajectoryRecord', () => {
  const records = [
    makeStarted(),
    { version: 1, trajectoryId: 'trajectory-1', kind: 'step-ended', step: makeStep() },
    makeEnded(),
    {
      version: 1,
      trajectoryId: 'trajectory-1',
      kind: 'verdict-given',
      verdict: {
        outcome: 'unscored',
        judge: { name: 'rule', version: '1' },
        cause: 'no reference',
      },
    },
    {
      version: 1,
      trajectoryId: 'trajectory-1',
      kind: 'reward-assigned',
      reward: {
        recipe: 'tool-r1',
        parts: [{ name: 'answer', score: 1, weight: 1, reason: 'same' }],
        total: 1,
      },
    },
  ];
  for (const record of records) {
    it(`survives a round trip through JSON as ${record.kind}`, () => {
      assert.deepEqual(TrajectoryRecord.parse(JSON.parse(JSON.stringify(record))), record);
    });
    it(`keeps unknown keys of ${record.kind}, at the top and inside`, () => {
      const extended = { ...structuredClone(record), addedLater: { deep: [1] } };
      if (extended.kind === 'step-ended' && 'step' in extended)
        Object.assign(extended.step, { extra: 'x' });
      assert.deepEqual(TrajectoryRecord.parse(extended), extended);
    });
    it(`refuses ${record.kind} of another version`, () => {
      assert.ok(!TrajectoryRecord.safeParse({ ...record, version: 2 }).success);
    });
  }

  it('refuses a kind that it does not know', () => {
    assert.ok(!TrajectoryRecord.safeParse({ ...makeEnded(), kind: 'trajectory-paused' }).success);
  });

  it('keeps tokens exactly as sampled', () => {
    const tokens = {
      promptIds: [1, 2],
      completionIds: [3],
      completionMask: [1 as const],
      logProbs: [-0.25],
    };
    const step = makeStep();
    const record = {
      version: 1,
      trajectoryId: 't',
      kind: 'step-ended',
      step: { ...step, reply: { ...step.reply, tokens } },
    };
    const parsed = TrajectoryRecord.parse(JSON.parse(JSON.stringify(record)));
    assert.ok(parsed.kind === 'step-ended');
    assert.deepEqual(parsed.step.reply.tokens, tokens);
  });

  it('refuses a mask with anything but 0 and 1', () => {
    const step = makeStep();
    const tokens = { promptIds: [], completionIds: [3], completionMask: [0.5], logProbs: null };
    const record = {
      version: 1,
      trajectoryId: 't',
      kind: 'step-ended',
      step: { ...step, reply: { ...step.reply, tokens } },
    };
    assert.ok(!TrajectoryRecord.safeParse(record).success);
  });
});
