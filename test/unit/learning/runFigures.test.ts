import assert from 'node:assert/strict';
import {
  figuresOf,
  groupsOf,
  meanOf,
  sumsOf,
  sumWindow,
  type StepFigures,
} from '../../learning/runFigures.ts';

const at = '2026-05-04T09:30:00.000Z';

function metricsLine(step: number, metrics: Readonly<Record<string, number | null>>): string {
  return `${JSON.stringify({ version: 1, step, at, metrics })}\n`;
}

function groupLine(
  step: number,
  taskId: string,
  rewards: readonly (number | null)[],
  staleness: readonly number[] = rewards.map(() => 0),
): string {
  const record = {
    version: 1,
    step,
    epoch: 1,
    taskId,
    why: 'active',
    outcome: 'mixed',
    nGenerated: rewards.length,
    nFresh: rewards.length,
    passRate: 0.5,
    rewards,
    selectedRewards: [],
    staleness,
    generatedTokens: 10,
    updatedTokens: 20,
    trained: true,
    skipped: null,
  };
  return `${JSON.stringify(record)}\n`;
}

describe('figures of a run', () => {
  it('take the rewards of a step from its groups, and a right answer from the reward', () => {
    const groups = groupLine(0, 'a', [1.6, 0.6]) + groupLine(0, 'b', [0, 1]);
    const [first] = figuresOf(metricsLine(1, { 'tokens/generated': 40 }), groupsOf(groups));
    assert.equal(first?.reward, 0.8);
    assert.equal(first.passRate, 0.5);
    assert.equal(first.generatedTokens, 40);
    assert.equal(first.updateSeconds, 0);
  });

  it('leave out cached and unscored trajectories', () => {
    const groups = groupLine(0, 'a', [1.6, 0, null], [0, 3, 0]);
    assert.equal(figuresOf(metricsLine(1, {}), groupsOf(groups))[0]?.reward, 1.6);
  });

  it('count a step that was done again once, as it was done last', () => {
    const groups = groupLine(0, 'a', [0]) + groupLine(0, 'a', [1]);
    const metrics =
      metricsLine(1, { 'seconds/update': 1 }) + metricsLine(1, { 'seconds/update': 2 });
    const figures = figuresOf(metrics, groupsOf(groups));
    assert.equal(figures.length, 1);
    assert.equal(figures[0]?.updateSeconds, 2);
    assert.equal(figures[0].reward, 1);
  });

  it('have no reward where nothing was sampled', () => {
    assert.equal(figuresOf(metricsLine(1, {}), [])[0]?.reward, null);
  });

  it('name a line that is none', () => {
    assert.throws(() => figuresOf(`${metricsLine(1, {})}{"step":`, []), /line 2: not JSON/);
  });
});

describe('sums of a run', () => {
  const figures = Array.from({ length: sumWindow + 3 }, (_, place): StepFigures => ({
    step: place + 1,
    reward: place < 3 ? 0 : 1,
    passRate: place < 3 ? 1 : null,
    generatedTokens: 10,
    updatedTokens: 5,
    rolloutSeconds: 2,
    updateSeconds: 1,
    stepSeconds: 4,
  }));

  it('are of all steps, means of the last', () => {
    const sums = sumsOf(figures);
    assert.equal(sums.reward, 1);
    assert.equal(sums.passRate, null);
    assert.equal(sums.generatedTokens, 10 * figures.length);
    assert.equal(sums.rolloutSeconds, 2 * figures.length);
    assert.equal(sums.stepSeconds, 4 * figures.length);
  });

  it('know no mean of nothing', () => assert.equal(meanOf([null]), null));
});
