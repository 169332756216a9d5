import assert from 'node:assert/strict';
import type { FilterPlan } from '../../../runtime/cli/filterPlan.ts';
import { FilterProgress } from '../../../runtime/cli/filterProgress.ts';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import type { TaskSample } from '../../../runtime/contract/training/taskSample.ts';
import { taskHash } from '../../../runtime/training/taskSampling.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';
import { at, makeTask } from '../../fakes/records.ts';
import { smallRecipe, smallTraining } from '../../fakes/trainingRecords.ts';

const tasks = ['a', 'b', 'c'].map((id) =>
  makeTask({ id, question: `${id}?`, referenceAnswer: '1' }),
);
const plan: FilterPlan = {
  file: '/w/tasks.jsonl',
  tasks,
  recipe: smallRecipe(),
  training: smallTraining(),
  model: 'fake',
  judge: { name: 'rule', model: '', asks: 1, taught: { version: 1, examples: [] } },
  samples: 2,
  settingsHash: '0'.repeat(64),
};

/** Two samples of each task: none of `a`, one of `b`, both of `c` are right. */
const made: readonly TaskSample[] = [0, 0, 0, 1, 1, 1].map((correctness, place) => {
  const task = tasks[Math.floor(place / 2)] ?? makeTask();
  return {
    version: 1,
    taskId: task.id,
    taskHash: taskHash(task),
    settingsHash: plan.settingsHash,
    model: 'fake',
    recipe: 'tool-r1',
    index: place % 2,
    seed: 1,
    at,
    correctness,
    stopReason: 'final-answer',
    cause: null,
    milliseconds: 1,
  };
});

describe('FilterProgress', () => {
  let now = 0;
  function shown(isTTY: boolean): { readonly err: FakeStream; readonly progress: FilterProgress } {
    now = 0;
    const [out, err] = [
      new FakeStream({ isTTY, columns: 120 }),
      new FakeStream({ isTTY, columns: 120 }),
    ];
    const terminal = new Terminal({ out, err, env: { NO_COLOR: '1' }, onClosed: () => undefined });
    return { err, progress: new FilterProgress(terminal, plan, () => now) };
  }

  const last = (err: FakeStream) => err.text.split('\r\u001B[2K').at(-1);

  it('shows a bar, counts of tasks whose samples are all there, and how long it will take', () => {
    const { err, progress } = shown(true);
    now = 3000;
    progress.show(made.slice(0, 3));
    // One sample was made in three seconds, and three are left.
    assert.equal(
      last(err),
      '██████████░░░░░░░░░░ 3 of 6 rollouts, 0 kept, 0 too easy, 1 too hard, 9.0 s left',
    );
    now = 6000;
    progress.show(made);
    assert.equal(
      last(err),
      '████████████████████ 6 of 6 rollouts, 1 kept, 1 too easy, 1 too hard, 0 ms left',
    );
  });

  it('estimates by what was made now, not by what was there before', () => {
    const { err, progress } = shown(true);
    now = 1000;
    progress.show(made.slice(0, 5));
    assert.match(last(err) ?? '', /5 of 6 rollouts, .* 1\.0 s left$/);
  });

  it('shows what goes on before the first sample, and not after', () => {
    const { err, progress } = shown(true);
    const loading = { activity: 'Loading the model', done: 0, total: null, unit: 'bytes' } as const;
    progress.prepare(loading);
    assert.equal(last(err), 'Loading the model');
    progress.show(made.slice(0, 1));
    progress.prepare(loading);
    assert.match(last(err) ?? '', /1 of 6 rollouts/);
    progress.clear();
    assert.equal(last(err), '');
  });

  it('writes a line now and then on a pipe, and nothing in the first second', () => {
    const { err, progress } = shown(false);
    progress.show(made.slice(0, 1));
    assert.equal(err.text, '');
    for (const [index, moment] of [1500, 2000, 13_000].entries()) {
      now = moment;
      progress.show(made.slice(0, index + 2));
    }
    assert.equal(err.text, 'Rolling out: 33 % (2 of 6 items)\nRolling out: 66 % (4 of 6 items)\n');
  });
});
