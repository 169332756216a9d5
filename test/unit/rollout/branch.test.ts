import assert from 'node:assert/strict';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import type { ObservationKind } from '../../../runtime/contract/observation.ts';
import type { Branch, EarlierQuestion, Trajectory } from '../../../runtime/contract/trajectory.ts';
import {
  branchToReplay,
  carriedSteps,
  earlierQuestions,
  planBranch,
  stepsBefore,
  taskOfStep,
} from '../../../runtime/rollout/branch.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from '../../fakes/records.ts';

const first = makeTask({ id: 'first', question: 'First?' });
const second = makeTask({ id: 'second', question: 'Second?' });

function trajectory(steps: number, earlier?: EarlierQuestion[]): Trajectory {
  return {
    started: makeStarted({
      task: earlier === undefined ? first : second,
      ...(earlier && { earlier }),
    }),
    steps: Array.from({ length: steps }, (_, place) =>
      makeStep({ index: place + 1, thought: `thought ${place + 1}` }),
    ),
    ended: makeEnded({ finalAnswer: '42' }),
    verdicts: [],
    reward: null,
  };
}

const parent = trajectory(3);
const chained = trajectory(5, [{ task: first, lastStep: 3, finalAnswer: '42' }]);
const followUp: Branch = { relation: 'follow-up', parent, step: 3, code: null };

describe('a branch', () => {
  it('that asks further has the question before it, with its answer', () => {
    assert.deepEqual(earlierQuestions(followUp), [{ task: first, lastStep: 3, finalAnswer: '42' }]);
    const third: Branch = { relation: 'follow-up', parent: chained, step: 5, code: null };
    assert.deepEqual(
      earlierQuestions(third).map(({ task, lastStep }) => [task.id, lastStep]),
      [
        ['first', 3],
        ['second', 5],
      ],
    );
  });

  it('that retries a step keeps the questions that were asked before that step', () => {
    const retry = (step: number): Branch => ({
      relation: 'retry',
      parent: chained,
      step: step - 1,
      code: 'x',
    });
    assert.equal(earlierQuestions(retry(4)).length, 1);
    assert.equal(earlierQuestions(retry(3)).length, 0);
  });

  it('works on the task that was asked at that step', () => {
    const at = (step: number) => taskOfStep(chained.started, step).id;
    assert.deepEqual([at(1), at(3), at(4), at(5)], ['first', 'first', 'second', 'second']);
    assert.equal(taskOfStep(parent.started, 2).id, 'first');
  });

  it('counts the steps of earlier questions', () => {
    assert.deepEqual([stepsBefore(undefined), stepsBefore(chained.started.earlier)], [0, 3]);
  });

  it('takes steps over as they were when their namespace is there, else runs them again', () => {
    const plan = (has: boolean) =>
      planBranch(followUp, toolR1, has).carried.map(({ runAgain }) => runAgain);
    assert.deepEqual(plan(true), [false, false, false]);
    assert.deepEqual(plan(false), [true, true, true]);
  });

  it('puts the edited code in place of the step, with the same thought', () => {
    const plan = planBranch({ relation: 'retry', parent, step: 1, code: 'y = 2' }, toolR1, false);
    assert.equal(plan.carried.length, 1);
    assert.deepEqual(plan.written?.parsed, { thought: 'thought 2', code: 'y = 2', faults: [] });
    assert.match(plan.written.reply.text, /Thought: thought 2\nCode:\n```py\ny = 2\n```/);
  });

  const unfinished: ObservationKind[] = ['timeout', 'aborted', 'cancelled'];
  for (const kind of unfinished) {
    it(`does not run a step again that ended as ${kind}, and says so`, () => {
      const step = makeStep();
      const steps = [{ ...step, observation: { ...step.observation, kind } }];
      const [carried] = carriedSteps({ steps }, 1, false);
      assert.equal(carried?.runAgain, false);
      assert.match(carried.step.observation.warnings.at(-1) ?? '', /was not run again/);
    });
  }

  it('of a replay lets the answers of earlier questions pass', () => {
    assert.equal(branchToReplay(parent), null);
    const replay = branchToReplay(chained);
    assert.deepEqual([replay?.step, replay?.code, replay?.parent], [3, null, chained]);
  });
});
