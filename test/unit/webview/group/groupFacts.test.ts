import assert from 'node:assert/strict';
import type { GroupMember, GroupView } from '../../../../runtime/contract/viewing.ts';
import {
  advantageFormula,
  ageWords,
  highestReward,
  meanOf,
  numberedMembers,
  partColumns,
  partOf,
  passWords,
  placeOf,
  sizeWords,
  varianceWords,
} from '../../../../webview/group/groupFacts.ts';

function member(total: number | null, policyVersion = 0): GroupMember {
  return {
    kind: 'trajectory',
    id: `t-${policyVersion}`,
    line: 1,
    taskId: 'task',
    question: 'q',
    model: null,
    startedAt: null,
    steps: 3,
    stopReason: 'final-answer',
    interrupted: false,
    finalAnswer: '1',
    verdicts: [],
    judgesDisagree: false,
    reward: {
      recipe: 'tool-r1',
      total,
      parts: [
        { name: 'answer', score: total, weight: 1, reason: '' },
        { name: 'exec', score: 0.5, weight: 0.3, reason: '' },
      ],
    },
    tokens: null,
    milliseconds: 1,
    advantage: null,
    policyVersion,
  };
}

function group(members: GroupMember[], over: Partial<GroupView> = {}): GroupView {
  return {
    taskId: 'task',
    question: 'q',
    referenceAnswer: null,
    members,
    judged: members.length,
    passed: 1,
    passRate: 1 / members.length,
    interval: [0.1, 0.6],
    meanReward: 1,
    rewardDeviation: 0.5,
    zeroVariance: false,
    ...over,
  };
}

describe('the facts of a group', () => {
  it('tell fresh from cached by the newest policy', () => {
    const members = numberedMembers(group([member(1, 84), member(1, 70), member(0, 84)]));
    assert.deepEqual(
      members.map(({ number, age }) => [number, age]),
      [
        [1, 0],
        [2, 14],
        [3, 0],
      ],
    );
    assert.equal(sizeWords(members), 'Group of 3: 2 fresh, 1 cached');
    assert.equal(ageWords(14), 'cached, 14 train steps old');
    assert.equal(ageWords(1), 'cached, 1 train step old');
  });

  it('do not speak of fresh and cached where one policy made them all', () => {
    assert.equal(sizeWords(numberedMembers(group([member(1), member(0)]))), '2 rollouts');
    assert.equal(sizeWords(numberedMembers(group([member(1)]))), '1 rollout');
    assert.equal(sizeWords([]), '0 rollouts');
  });

  it('name the parts that the rewards have', () => {
    assert.deepEqual(partColumns([member(1), { ...member(1), reward: null }]), [
      { name: 'answer', weight: 1, words: 'Answer part' },
      { name: 'exec', weight: 0.3, words: 'Run' },
    ]);
    assert.equal(highestReward([member(1)]), 1.3);
    assert.equal(partOf(member(1).reward, 'exec'), '0.15');
    assert.equal(partOf(member(null).reward, 'answer'), 'open');
    assert.equal(partOf(null, 'answer'), '–');
  });

  it('take the mean of those that have a reward', () => {
    const [a, b, c] = numberedMembers(group([member(1), member(null), member(0)]));
    assert.equal(meanOf([a!, b!, c!]), 0.5);
    assert.equal(meanOf([b!]), null);
  });

  it('say the pass rate with its number of samples', () => {
    const members = [member(1), member(0), member(0), member(0)];
    assert.equal(passWords(group(members)), '0.25, 1 of 4 correct');
    const some = { judged: 2, passRate: 0.5 };
    assert.equal(passWords(group(members, some)), '0.50, 1 of 2 correct, 2 not judged');
    assert.equal(passWords(group(members, { passRate: null, judged: 0 })), 'not judged yet');
    assert.deepEqual([0.19, 0.2, 0.8, 0.81].map(placeOf), ['below', 'inside', 'inside', 'above']);
  });

  it('say what variance means for training', () => {
    const differing = varianceWords(group([member(1), member(0)]));
    assert.equal(differing.trains, true);
    assert.match(differing.sentence, /^The rewards differ \(σ = 0\.50\), so this group trains\./);
    const flat = { zeroVariance: true, rewardDeviation: 0, meanReward: 0.6 };
    const same = varianceWords(group([member(0.6), member(0.6)], flat));
    assert.equal(same.trains, false);
    assert.equal(same.strong, 'Zero variance: this group teaches nothing.');
    assert.match(same.sentence, /^All 2 rewards are 0\.60, so every advantage is 0/);
    assert.match(varianceWords(group([member(1)])).sentence, /^Only one rollout has a reward/);
    const none = group([member(null)], { rewardDeviation: null, meanReward: null });
    assert.match(varianceWords(none).sentence, /^No rollout of this task has a reward yet/);
  });

  it('say how advantages are computed', () => {
    assert.equal(advantageFormula(group([member(1)])), 'advantage = (reward − 1.00) / 0.50');
    const flat = { zeroVariance: true, rewardDeviation: 0 };
    assert.match(advantageFormula(group([member(1)], flat)), /, which is 0 for all$/);
    assert.equal(advantageFormula(group([member(1)], { meanReward: null })), '');
  });
});
