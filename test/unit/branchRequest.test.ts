import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  filesOfTrajectory,
  followUpRequest,
  retryRequest,
  type FollowUpWish,
  type RetryWish,
} from '../../runtime/branchRequest.ts';
import type { Trajectory } from '../../runtime/contract/trajectory.ts';
import { HumanError } from '../../runtime/support/errors.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from '../fakes/records.ts';
import { skipBecause } from '../fakes/skip.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

const names = { now: () => '2026-03-01T14:25:30.000Z', randomHex: () => '0123456789abcdef' };

describe('a request that goes on from a trajectory', () => {
  const inFolder = temporaryFolder();
  let parent: Trajectory;

  beforeEach(async () => {
    await mkdir(inFolder('data'), { recursive: true });
    await writeFile(inFolder('data', 'a.csv'), 'a\n');
    await writeFile(inFolder('b.csv'), 'b\n');
    await writeFile(inFolder('run.trajectories.jsonl'), '');
    const task = makeTask({ question: 'First?', files: [inFolder('data')], referenceAnswer: '42' });
    parent = {
      started: makeStarted({ task, seed: 5 }),
      steps: [1, 2, 3].map((index) => makeStep({ index })),
      ended: makeEnded(),
      verdicts: [],
      reward: null,
    };
  });

  const base = () => ({
    parent,
    file: inFolder('run.trajectories.jsonl'),
    model: 'embedded',
    recipe: 'tool-r1',
    changes: {},
    seed: null,
    folder: inFolder(),
  });
  const ask = (over: Partial<FollowUpWish> = {}) =>
    followUpRequest({ ...base(), question: 'Second?', files: [], ...over }, names);
  const retry = (over: Partial<RetryWish> = {}) =>
    retryRequest({ ...base(), step: 2, code: 'x = 1', ...over }, names);

  it('asks a question of its own, on the same files, in the same trajectory file', async () => {
    const request = await ask();
    assert.deepEqual(
      [request.task.question, request.task.referenceAnswer, request.task.id],
      ['Second?', null, request.trajectoryId],
    );
    assert.deepEqual([request.file, request.seed], [inFolder('run.trajectories.jsonl'), 5]);
    assert.deepEqual(
      request.files.files.map(({ name }) => name),
      ['a.csv'],
    );
    const { relation, step, code } = request.branch!;
    assert.deepEqual([relation, step, code], ['follow-up', 3, null]);
  });

  it('lets files keep their names when others come along, also when it goes on from that', async () => {
    const request = await ask({ files: ['b.csv', inFolder('data')] });
    const named = request.files.files.map(({ name }) => name);
    assert.deepEqual(named, ['a.csv', 'b.csv']);
    assert.deepEqual(request.task.files, [inFolder('data'), inFolder('b.csv')]);
    const earlier = [{ task: parent.started.task, lastStep: 3, finalAnswer: '42' }];
    const files = await filesOfTrajectory(makeStarted({ task: request.task, earlier }));
    assert.deepEqual(
      files.files.map(({ name }) => name),
      named,
    );
  });

  it('retries a step of the same task', async () => {
    const request = await retry();
    assert.deepEqual(request.task, parent.started.task);
    const { relation, step, code } = request.branch!;
    assert.deepEqual([relation, step, code], ['retry', 1, 'x = 1']);
  });

  it('retries a step that was carried over as a step of the question of then', async () => {
    const second = makeTask({
      id: 'second',
      question: 'Second?',
      files: parent.started.task.files,
    });
    const earlier = [{ task: parent.started.task, lastStep: 2, finalAnswer: '42' }];
    parent = { ...parent, started: makeStarted({ task: second, earlier }) };
    assert.equal((await retry({ step: 2 })).task.question, 'First?');
    assert.equal((await retry({ step: 3 })).task.question, 'Second?');
  });

  it('runs by the recorded recipe where its name is the same, with what the person changed', async () => {
    const { recipe } = parent.started;
    const own = { ...recipe, description: 'as it was then' };
    parent = { ...parent, started: makeStarted({ ...parent.started, recipe: own }) };
    const request = await ask({ changes: { maxSteps: 3 }, seed: 11 });
    assert.deepEqual(
      [request.recipe.description, request.recipe.agent.maxSteps, request.seed],
      ['as it was then', 3, 11],
    );
    await assert.rejects(ask({ recipe: 'none-such' }), HumanError);
  });

  it('refuses a step that is not there', async () => {
    await assert.rejects(retry({ step: 4 }), {
      message: 'The trajectory has 3 steps, so step 4 cannot be retried.',
    });
  });

  it('refuses a trajectory with a gap', async () => {
    parent = { ...parent, steps: parent.steps.filter(({ index }) => index !== 2) };
    await assert.rejects(ask(), { message: /lacks step 2 of trajectory-1.*Ask the question anew/ });
  });

  it('refuses files that are gone', async () => {
    parent.started.task.files = [inFolder('gone.csv')];
    await assert.rejects(ask(), { message: /There is no file or folder .*gone\.csv/ });
  });

  it('refuses a trajectory file that is not there', async () => {
    await assert.rejects(ask({ file: inFolder('none.jsonl') }), {
      message: /cannot be added.*ENOENT/,
    });
  });

  it('refuses a trajectory file that is read-only', async function () {
    if (process.getuid?.() === 0) skipBecause(this, 'root may write everywhere');
    const file = inFolder('run.trajectories.jsonl');
    await chmod(file, 0o400);
    await assert.rejects(ask({ file }), { message: /cannot be added.*EACCES/ });
  });

  it('keeps output files apart from those of the parent', async () => {
    const request = await ask();
    assert.ok(request.outputFolder.endsWith(path.join('outputs', request.trajectoryId)));
  });
});
