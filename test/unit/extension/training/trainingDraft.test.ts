import assert from 'node:assert/strict';
import type { Cancellation } from '../../../../extension/runtime/runtimeRequests.ts';
import { TrainingDraft } from '../../../../extension/training/trainingDraft.ts';
import type { StartView, StartWork } from '../../../../runtime/contract/startPanel.ts';
import type { TrainingPlan } from '../../../../runtime/contract/training/trainingRequests.ts';
import { makeMachine, makeRunListing, offlineSince } from '../../../fakes/runPages.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { makeWholePlan, makeWish } from '../../../fakes/startViews.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const run = makeRunListing({ state: 'starting', steps: 0, now });
const machine = makeMachine(offlineSince(now));
const fitting = makeWholePlan({ checks: [] });

class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Plans and starts that end when the test says so.
 * @param isDeaf the runtime goes on with what was cancelled
 */
function make(isDeaf = false) {
  const waiting: Waiting[] = [];
  const later = <Result>(token?: Cancellation) =>
    new Promise<Result>((resolve, reject) => {
      // The test gives what the request is answered with.
      waiting.push({ resolve: (result) => resolve(result as Result), reject });
      if (!isDeaf) token?.onCancellationRequested(() => reject(new Cancelled('It was cancelled.')));
    });
  const runtime = new RuntimeAnswers({
    'plan-training': (_params, options) => later<TrainingPlan>(options?.token),
    'start-training': (_params, options) => later<{ run: typeof run }>(options?.token),
    'list-machines': () => Promise.resolve({ machines: [machine, { ...machine, name: 'b100' }] }),
  });
  const views: StartView[] = [];
  const works: StartWork[] = [];
  const started: string[] = [];
  let ids = 0;
  const draft = new TrainingDraft({
    ...{ runtime, wish: makeWish() },
    newId: () => `call-${(ids += 1).toString()}`,
    onChanged: (view) => views.push(view),
    onProgressed: (work) => works.push(work),
    onStarted: ({ name }) => started.push(name),
  });
  const asked = (name: string) =>
    runtime.asked.filter((one) => one.name === name).map(({ params }) => params);
  return { draft, runtime, waiting, views, works, started, asked };
}

async function planned(plan = fitting) {
  const made = make();
  const done = made.draft.plan();
  made.waiting.at(-1)?.resolve(plan);
  assert.equal(await done, true);
  return made;
}

describe('TrainingDraft', () => {
  it('plans, and says what it does meanwhile', async () => {
    const { draft, runtime, waiting, views, works } = make();
    const done = draft.plan();
    assert.deepEqual(views.at(-1)?.work, { doing: 'plan', activity: null, done: 0, total: null });
    const far = { activity: 'Inspecting', done: 1, total: 4 };
    runtime.tell('work-progressed', { callId: 'call-1', ...far });
    runtime.tell('work-progressed', { callId: 'of-others', ...far, done: 3 });
    assert.deepEqual(works, [{ doing: 'plan', ...far }]);
    waiting[0]?.resolve(fitting);
    assert.equal(await done, true);
    const { plan, work, problem, canSampleElsewhere } = draft.view;
    assert.deepEqual([plan, work, problem, canSampleElsewhere], [fitting, null, null, true]);
    assert.equal(draft.view.machine?.name, machine.name);
  });

  it('drops a plan of an earlier wish, however late it comes', async () => {
    const { draft, waiting } = make(true);
    const first = draft.plan();
    draft.change(makeWish({ steps: 7 }));
    waiting[1]?.resolve({ ...fitting, totalSteps: 7 });
    waiting[0]?.resolve(fitting);
    assert.equal(await first, false);
    assert.deepEqual([draft.view.plan?.totalSteps, draft.view.work], [7, null]);
  });

  it('breaks the old plan off when the wish changes', async () => {
    const { draft, waiting, asked } = make();
    const first = draft.plan();
    draft.change(makeWish({ steps: 7 }));
    assert.equal(await first, false);
    waiting[1]?.resolve({ ...fitting, totalSteps: 7 });
    const again = draft.plan();
    waiting[2]?.resolve({ ...fitting, totalSteps: 8 });
    assert.equal(await again, true);
    assert.equal(draft.view.plan?.totalSteps, 8);
    assert.deepEqual(
      asked('plan-training').map((one) => (one as { steps: number | null }).steps),
      [null, 7, 7],
    );
  });

  it('keeps the old plan while it plans anew, and when that fails', async () => {
    const { draft, waiting, views } = await planned();
    const done = draft.plan();
    assert.equal(views.at(-1)?.plan, fitting);
    waiting[1]?.reject(new Error('a100-box is not connected.'));
    assert.equal(await done, false);
    assert.deepEqual(draft.view.problem, { doing: 'plan', message: 'a100-box is not connected.' });
    assert.equal(draft.view.plan, fitting);
    await assert.rejects(draft.start(), /There is no plan of this training yet/);
  });

  it('says nothing about what the person broke off', async () => {
    const { draft } = make();
    const done = draft.plan();
    draft.cancel();
    assert.equal(await done, false);
    assert.deepEqual([draft.view.work, draft.view.problem, draft.view.plan], [null, null, null]);
  });

  it('starts what was planned, under the name of the plan', async () => {
    const { draft, waiting, started, asked } = await planned();
    const done = draft.start();
    assert.equal(draft.view.work?.doing, 'start');
    waiting[1]?.resolve({ run });
    await done;
    assert.deepEqual(started, [run.name]);
    assert.deepEqual(asked('start-training'), [
      { ...makeWish(), name: fitting.name, callId: 'call-2' },
    ]);
  });

  it('is not disturbed while it starts, and says why it did not', async () => {
    const { draft, waiting, started } = await planned();
    const done = draft.start();
    assert.throws(() => draft.change(makeWish()), /is being started/);
    assert.equal(await draft.plan(), false);
    await assert.rejects(draft.start(), /is being started/);
    waiting[1]?.reject(new Error('It ended.\nCUDA out of memory'));
    await done;
    const problem = { doing: 'start', message: 'It ended.\nCUDA out of memory' };
    assert.deepEqual([draft.view.problem, draft.view.work], [problem, null]);
    assert.deepEqual(started, []);
  });

  it('does not start while a check fails', async () => {
    const { draft, asked } = await planned(makeWholePlan());
    await assert.rejects(draft.start(), /In use by the server of vanilla-7b\. Stop that server\./);
    assert.deepEqual(asked('start-training'), []);
  });

  it('breaks off what it does when it is closed, and says no more', async () => {
    const { draft, views, runtime } = make();
    const done = draft.plan();
    const before = views.length;
    draft.dispose();
    assert.equal(await done, false);
    assert.deepEqual([views.length, runtime.listening], [before, 0]);
  });
});
