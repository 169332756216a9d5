import assert from 'node:assert/strict';
import type { Reward } from '../../../runtime/contract/reward.ts';
import type { Trajectory, TrajectoryEnded } from '../../../runtime/contract/trajectory.ts';
import { sampledRollout } from '../../../runtime/rolloutServer/sampledRollout.ts';
import { storedTokens, TrainingMember } from '../../../runtime/training/trainingMember.ts';
import { makeRolledOut, tokenStep, type RolledOutParts } from '../../fakes/rolledOut.ts';

const moment = { step: 5, passScore: 1 };

function sampled(over: RolledOutParts = {}) {
  return sampledRollout(makeRolledOut(over), moment);
}

const reward = (over: Partial<Reward>): Partial<Trajectory> => ({
  reward: { recipe: 'tool-r1', parts: [], total: 1, correctness: 1, ...over },
});
const ended = (over: Partial<TrajectoryEnded>): RolledOutParts => ({ ended: over });

describe('sampledRollout', () => {
  it('makes a member that can be trained on again', () => {
    const { status, generatedTokens, member } = sampled();
    assert.equal(status, 'ok');
    assert.equal(generatedTokens, 3);
    assert.deepEqual(member, {
      id: 't1',
      sampledAtStep: 5,
      pass: true,
      correctness: 1,
      trajectory: {
        id: 't1',
        policyVersion: 4,
        ...storedTokens({
          promptIds: [1, 2],
          completionIds: [3, 4, 9, 5],
          mask: [1, 1, 0, 1],
          logProbs: [-1, -2, 0, -3],
        }),
        reward: {
          parts: [{ name: 'answer', score: 1, weight: 1, reason: 'right' }],
          total: 1.6,
        },
        turns: 2,
        truncated: false,
      },
    });
    assert.ok(TrainingMember.safeParse(member).success);
  });

  it('passes by correctness, not by reward', () => {
    assert.equal(
      sampled({ trajectory: reward({ total: 9, correctness: 0.5 }) }).member?.pass,
      false,
    );
    const half = makeRolledOut({ trajectory: reward({ total: 0, correctness: 0.5 }) });
    assert.equal(sampledRollout(half, { step: 0, passScore: 0.5 }).member?.pass, true);
  });

  it('makes no member of what nobody could score', () => {
    for (const trajectory of [
      reward({ total: null }),
      reward({ correctness: null }),
      reward({ correctness: undefined }),
      { reward: null },
    ]) {
      const { status, member } = sampled({ trajectory: trajectory });
      assert.equal(status, 'ok');
      assert.equal(member, null);
    }
  });

  it('makes no member of what broke, and counts its tokens', () => {
    const failure = { code: 'policy/unreachable', boundary: 'policy', message: 'm' } as const;
    const { status, member, generatedTokens } = sampled(ended({ stopReason: 'failure', failure }));
    assert.equal(status, 'infra-error');
    assert.equal(member, null);
    assert.equal(generatedTokens, 3);
    assert.equal(sampled({ timedOut: true }).status, 'timeout');
  });

  it('calls tokens that do not go on from each other a broken rollout', () => {
    const steps = [tokenStep(1, [1, 2], [3, 4]), tokenStep(2, [1, 2, 3, 8, 9], [5])];
    const { status, member } = sampled({ trajectory: { steps } });
    assert.equal(status, 'infra-error');
    assert.equal(member, null);
  });

  it('knows what a limit cut off', () => {
    for (const stopReason of ['max-steps', 'context-full'] as const) {
      assert.equal(sampled(ended({ stopReason })).member?.trajectory.truncated, true);
    }
    assert.equal(sampled(ended({ stopReason: 'no-code' })).member?.trajectory.truncated, false);
    const step = tokenStep(1, [1], [2]);
    const cut = { ...step, reply: { ...step.reply, finishReason: 'length' as const } };
    assert.equal(sampled({ trajectory: { steps: [cut] } }).member?.trajectory.truncated, true);
  });

  it('trains on a rollout whose tool broke', () => {
    const { status, member } = sampled({ toolBroke: true });
    assert.equal(status, 'tool-error');
    assert.ok(member);
  });
});
