import assert from 'node:assert/strict';
import { Recipe } from '../../../../runtime/contract/recipe.ts';
import type { Reward } from '../../../../runtime/contract/reward.ts';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import toolR1 from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { partsOf, rewardSum } from '../../../../webview/trajectory/views/rewardTerms.ts';
import {
  emptyTrajectory,
  type About,
  type TrajectoryState,
} from '../../../../webview/trajectory/state/trajectoryState.ts';
import { at, makeReply, makeStep, makeTask } from '../../../fakes/records.ts';

const about: About = {
  task: makeTask({ referenceAnswer: '42' }),
  model: 'fake',
  recipeName: 'tool-r1',
  recipe: Recipe.parse(toolR1),
  tools: [],
  maxSteps: 10,
  startedAt: at,
  parent: null,
  earlier: [],
};

function rowsOf(...executed: boolean[]) {
  return executed.map((ran, index) => stepRow(makeStep({ index: index + 1, executed: ran })));
}

function stateOf(over: Partial<TrajectoryState>): TrajectoryState {
  return { ...emptyTrajectory('t'), about, ...over };
}

const reward: Reward = {
  recipe: 'tool-r1',
  total: 1.48,
  parts: [
    { name: 'answer', score: 1, weight: 1, reason: 'Correct' },
    { name: 'parse', score: 1, weight: 0.3, reason: '5 of 5 steps parsed' },
    { name: 'exec', score: 0.6, weight: 0.3, reason: '3 of 5 steps ran' },
  ],
};
const ending = { stopReason: 'final-answer', finalAnswer: '42', failure: null } as const;

describe('rewardSum', () => {
  it('is a sum that a person can check', () => {
    const sum = rewardSum(
      stateOf({ reward, rows: rowsOf(true, false, false, true, true), ending }),
    );
    assert.equal(sum?.line, 'R = 1.00 + 0.3 × 5/5 + 0.3 × 3/5 = 1.48');
    assert.equal(sum.highest.toFixed(2), '1.60');
    assert.deepEqual(sum.notes, []);
  });

  it('says where each part comes from, once there is a reward', () => {
    const sources = (state: Partial<TrajectoryState>) =>
      rewardSum(stateOf({ rows: rowsOf(true, false), ...state }))?.terms.map(
        ({ source }) => source,
      );
    const steps = 'counted over the steps';
    assert.deepEqual(sources({ reward, ending }), [null, steps, steps]);
    assert.deepEqual(sources({ phase: 'running' }), [null, null, null]);
    const [answer, ...others] = reward.parts;
    const labelled = { ...reward, parts: [{ ...answer!, source: 'labels' }, ...others] };
    assert.deepEqual(sources({ reward: labelled, ending }), ['labels of people', steps, steps]);
  });

  it('shows what is known so far', () => {
    const sum = rewardSum(stateOf({ phase: 'running', rows: rowsOf(true, false) }));
    assert.equal(sum?.line, 'R = … + 0.3 × 2/2 + 0.3 × 1/2 = 0.45 so far');
    assert.equal(sum.total, null);
    assert.match(sum.notes[0] ?? '', /added when a judge/);
  });

  it('says nothing but the form before the first step', () => {
    assert.equal(rewardSum(stateOf({}))?.line, 'R = … + 0.3 × … + 0.3 × …');
  });

  it('says why a part has no score', () => {
    const [answer, ...others] = reward.parts;
    const parts = [{ ...answer!, score: null, reason: 'the answer was not judged' }, ...others];
    const rows = rowsOf(true, false, false, true, true);
    const sum = rewardSum(stateOf({ reward: { ...reward, total: null, parts }, rows, ending }));
    assert.equal(sum?.line, 'R = … + 0.3 × 5/5 + 0.3 × 3/5 = 0.48 without the answer part');
    assert.deepEqual(sum.notes, ['The answer part has no score: the answer was not judged.']);
  });

  it('says that a task without a reference answer has no answer part', () => {
    const sum = rewardSum(
      stateOf({
        about: { ...about, task: makeTask() },
        rows: rowsOf(true),
        ending,
        phase: 'ended',
      }),
    );
    assert.match(sum?.notes[0] ?? '', /needs a reference answer/);
    assert.match(sum?.line ?? '', /without the answer part$/);
  });

  it('writes a score that is no share of the steps as a number', () => {
    const rows = rowsOf(true, true);
    const sum = rewardSum(stateOf({ reward, rows, ending }));
    assert.equal(sum?.line, 'R = 1.00 + 0.3 × 2/2 + 0.3 × 0.60 = 1.48');
  });

  it('counts the own steps of a follow-up, and all of a retry', () => {
    const carried = stepRow(makeStep({ index: 1, reply: makeReply({ origin: 'parent' }) }));
    const rows = [carried, stepRow(makeStep({ index: 2, executed: false }))];
    const earlier = [{ task: makeTask(), lastStep: 1, finalAnswer: '42' }];
    const followUp = stateOf({ about: { ...about, earlier }, rows });
    assert.match(rewardSum(followUp)?.line ?? '', /0\.3 × 1\/1 \+ 0\.3 × 0\/1/);
    assert.match(rewardSum(stateOf({ rows }))?.line ?? '', /0\.3 × 2\/2 \+ 0\.3 × 1\/2/);
  });

  it('takes the parts of any recipe', () => {
    const other: Reward = {
      recipe: 'toolrl',
      total: 3,
      parts: [
        { name: 'format', score: 1, weight: 1, reason: '' },
        { name: 'correctness', score: 2, weight: 1, reason: '' },
      ],
    };
    assert.equal(rewardSum(stateOf({ reward: other }))?.line, 'R = 1.00 + 2.00 = 3.00');
  });

  it('is null while the recipe is not known', () => {
    assert.equal(rewardSum(stateOf({ about: { ...about, recipe: null } })), null);
  });
});

describe('partsOf', () => {
  it('says what each part gave', () => {
    assert.deepEqual(partsOf(reward), [
      { label: 'answer', value: '1.00' },
      { label: 'parse', value: '0.30' },
      { label: 'run', value: '0.18' },
    ]);
  });
});
