// Generated tasks: repeatable, of every kind, and true when Python makes their calls.
import assert from 'node:assert/strict';
import { EnvironmentSetting } from '../../../runtime/contract/environment.ts';
import { Task } from '../../../runtime/contract/task.ts';
import { stateScore } from '../../../runtime/reward/stateScore.ts';
import { environmentOf } from '../../../runtime/environment/environmentOf.ts';
import {
  environmentTasks,
  taskKinds,
} from '../../../runtime/environment/tasks/environmentTasks.ts';
import type { SandboxPool } from '../../../runtime/sandbox/sandbox.ts';
import { environmentPython } from '../../fakes/deskTask.ts';
import { never, openSandboxPool, standardSettings, testEpisode } from '../../fakes/sandboxPool.ts';

const stepOptions = { timeoutMilliseconds: 5000, maxOutputCharacters: 1000, signal: never };

describe('environmentTasks', () => {
  it('makes the same tasks for the same seed, and others for another', () => {
    const wish = { seed: 3, count: 30 };
    assert.deepEqual(environmentTasks(wish), environmentTasks(wish));
    assert.notDeepEqual(environmentTasks(wish), environmentTasks({ ...wish, seed: 4 }));
  });

  it('begins with the same tasks whatever the count', () => {
    const few = environmentTasks({ seed: 3, count: 7 });
    assert.deepEqual(environmentTasks({ seed: 3, count: 40 }).slice(0, 7), few);
  });

  it('makes whole tasks with requests and ids of their own, of every kind and level', () => {
    const tasks = environmentTasks({ seed: 1, count: 60 });
    assert.equal(tasks.length, 60);
    for (const task of tasks) assert.deepEqual(Task.parse(task), task);
    assert.equal(new Set(tasks.map(({ id }) => id)).size, 60);
    assert.equal(
      new Set(tasks.map((task) => `${task.question}${task.referenceAnswer ?? ''}`)).size,
      60,
    );
    assert.deepEqual(new Set(tasks.map(({ metadata }) => metadata['kind'])), new Set(taskKinds));
    assert.ok(taskKinds.length >= 15);
    assert.deepEqual(new Set(tasks.map(({ level }) => level)), new Set([1, 2, 3]));
  });

  it('writes the true calls as a policy writes them', () => {
    const [task] = environmentTasks({ seed: 1, count: 1 });
    const setting = EnvironmentSetting.parse(task?.metadata['environment']);
    const lines = (task?.referenceAnswer ?? '').split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      setting.truth,
    );
  });

  describe('in Python', function () {
    this.timeout(120_000);
    let pool: SandboxPool;
    before(() => {
      pool = openSandboxPool();
    });
    after(() => pool.close());

    for (const seed of [1, 2, 20_261_130]) {
      it(`the true calls lead to the expected state and match whole (seed ${seed})`, async () => {
        for (const task of environmentTasks({ seed, count: 2 * taskKinds.length })) {
          const environment = environmentOf('artist-tools', task, environmentPython);
          assert.ok(environment !== null);
          const { tools, callTool, imports } = environment.sandbox;
          const settings = standardSettings({ allowedImports: [...imports] });
          const sandbox = await pool.acquire(testEpisode({ tools, callTool, settings }), never);
          try {
            // Opening compares the expected state with that of the replica.
            const world = await environment.open(sandbox, never);
            const untouched = await world.compare(never);
            const made = await world.run(task.referenceAnswer ?? '', stepOptions);
            assert.equal(made.outcome, 'executed', `${task.id}: ${made.stdout}`);
            const { attributes, matchedAttributes, results, matchedResults } =
              await world.compare(never);
            assert.deepEqual([matchedAttributes, matchedResults], [attributes, results], task.id);
            assert.ok(untouched.matchedResults < results, `${task.id} is solved by doing nothing`);
            assert.ok(untouched.matchedAttributes < attributes, `${task.id} changes nothing`);
            assert.equal(untouched.keptAttributes, untouched.matchedAttributes, task.id);
            assert.equal(stateScore(untouched, 'changed').score, 0, task.id);
          } finally {
            await sandbox.release();
          }
        }
      });
    }
  });
});
