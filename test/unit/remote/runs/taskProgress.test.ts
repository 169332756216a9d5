import assert from 'node:assert/strict';
import { taskProgress } from '../../../../runtime/remote/runs/taskProgress.ts';
import { Visits } from '../../../../runtime/remote/runs/visits.ts';
import { makeGroupRecord, smallRecipe } from '../../../fakes/trainingRecords.ts';

const tasks = ['a', 'b', 'c'].map((id) => ({ id, question: id, files: [] }));

describe('how far a run is with its tasks', () => {
  it('counts those whose last pass rate lies in the window, and the times round', () => {
    const visits = new Visits();
    visits.take(makeGroupRecord({ step: 0, taskId: 'a', epoch: 1, passRate: 0.5 }));
    visits.take(makeGroupRecord({ step: 0, taskId: 'b', epoch: 1, passRate: 1 }));
    const recipe = smallRecipe();
    assert.deepEqual(taskProgress({ tasks, visits }, recipe), { tasks: 3, inWindow: 1, epoch: 1 });
    visits.take(makeGroupRecord({ step: 1, taskId: 'a', epoch: 2, passRate: 0 }));
    assert.deepEqual(taskProgress({ tasks, visits }, recipe), { tasks: 3, inWindow: 0, epoch: 2 });
  });

  it('knows neither before the first visit, and no window in a recipe without queues', () => {
    const visits = new Visits();
    const recipe = smallRecipe();
    const young = { tasks: 3, inWindow: null, epoch: null };
    assert.deepEqual(taskProgress({ tasks, visits }, recipe), young);
    visits.take(makeGroupRecord({ step: 0, taskId: 'a', epoch: 1, passRate: 0.5 }));
    const { training } = recipe;
    assert.ok(training !== undefined);
    const without = { ...training, queue: { ...training.queue, enabled: false } };
    const { inWindow } = taskProgress({ tasks, visits }, { ...recipe, training: without });
    assert.equal(inWindow, null);
  });
});
