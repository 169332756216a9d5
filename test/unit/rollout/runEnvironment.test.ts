// Rollouts over a state: the real environment in the real sandbox, with a policy that follows a script.
import assert from 'node:assert/strict';
import { artistTools } from '../../../runtime/agent/protocols/artistTools.ts';
import type { RunEvent } from '../../../runtime/contract/events.ts';
import type { Task } from '../../../runtime/contract/task.ts';
import {
  TrajectoryEnded,
  type Branch,
  type Trajectory,
} from '../../../runtime/contract/trajectory.ts';
import { environmentOf } from '../../../runtime/environment/environmentOf.ts';
import type { TaskEnvironment } from '../../../runtime/environment/taskEnvironment.ts';
import type { Judge } from '../../../runtime/judge/judge.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { rewardFunction } from '../../../runtime/reward/rewardFunction.ts';
import { runRollout } from '../../../runtime/rollout/runRollout.ts';
import type { SandboxPool } from '../../../runtime/sandbox/sandbox.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { callLines, deskSetting, deskTask, environmentPython } from '../../fakes/deskTask.ts';
import { never, openSandboxPool } from '../../fakes/sandboxPool.ts';
import { ScriptedPolicy } from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

const neverAsked: Judge = {
  identity: { name: 'fake', version: '1' },
  judge: () => Promise.reject(new Error('the judge was asked')),
};

const task = { ...deskTask(), referenceAnswer: 'calls' };
const turn = (calls: string) => `<reasoning>a</reasoning>\n<tool>\n${calls}\n</tool>`;
const end = '<reasoning>b</reasoning>\nDone.';
const [read, book, move] = deskSetting.truth.map((call) => JSON.stringify(call));

describe('a rollout over a state', function () {
  this.timeout(60_000);
  let pool: SandboxPool;
  before(() => {
    pool = openSandboxPool();
  });
  after(() => pool.close());

  interface Given {
    readonly lines: readonly string[];
    readonly task?: Task;
    readonly environment?: TaskEnvironment;
    readonly branch?: Branch;
  }

  async function rollOut(given: Given) {
    const asked = given.task ?? task;
    const events: RunEvent[] = [];
    const policy = new ScriptedPolicy(given.lines);
    const trajectory = await runRollout(
      {
        trajectoryId: 't1',
        task: asked,
        files: noFiles,
        recipe: await readRecipe('artist-tools', '.'),
        importsAtHand: [],
        seed: 7,
        policyVersion: 0,
        quarantine: null,
        branch: given.branch ?? null,
        writer: null,
        signal: never,
      },
      {
        policy,
        protocol: artistTools,
        pool,
        kept: null,
        tools: [],
        callTool: () => Promise.reject(new Error('a tool of the agent was called')),
        environment: given.environment ?? environmentOf('artist-tools', asked, environmentPython),
        judge: neverAsked,
        reward: rewardFunction,
        sink: null,
        clock: tickingClock(),
        onEvent: (event) => events.push(event),
      },
    );
    return { trajectory, events, policy };
  }

  function partsOf({ reward }: Trajectory) {
    return Object.fromEntries(reward?.parts.map(({ name, score }) => [name, score]) ?? []);
  }

  it('compares the state at the end, keeps what came of it, and asks no judge', async () => {
    const lines = [turn(`${read ?? ''}\n${book ?? ''}`), turn(move ?? ''), end];
    const { trajectory } = await rollOut({ lines });
    const { ended } = trajectory;
    assert.deepEqual(TrajectoryEnded.parse(ended), ended);
    assert.deepEqual(ended?.environment, {
      attributes: 7,
      matchedAttributes: 7,
      untouchedAttributes: 4,
      keptAttributes: 4,
      results: 3,
      matchedResults: 3,
      differing: [],
      missing: [],
    });
    assert.deepEqual([ended.stopReason, ended.finalAnswer], ['final-answer', 'Done.']);
    assert.deepEqual(partsOf(trajectory), {
      state: 1,
      function: 1,
      'format-relaxed': 1,
      'format-strict': 1,
      'state-for-free': 4 / 7,
    });
    assert.equal(trajectory.reward?.correctness, 1);
    assert.deepEqual(trajectory.verdicts, []);
  });

  it('prompts with the tools of the state, and records them', async () => {
    const { trajectory, policy } = await rollOut({ lines: [end] });
    const names = trajectory.started.tools.map(({ name }) => name);
    assert.ok(names.includes('book_room') && !names.includes('report'));
    assert.match(policy.requests[0]?.messages[0]?.content ?? '', /"name":"book_room"/);
  });

  it('rewards a half with what matches', async () => {
    const { trajectory } = await rollOut({ lines: [turn(read ?? ''), end] });
    const parts = partsOf(trajectory);
    assert.equal(parts['state'], 4 / 7);
    assert.equal(parts['function'], 1 / 3);
    assert.notEqual(trajectory.reward?.correctness, 1);
  });

  it('rewards without a reference answer: the state is one', async () => {
    const { trajectory } = await rollOut({ lines: [end], task: deskTask() });
    assert.equal(trajectory.started.task.referenceAnswer, null);
    assert.equal(partsOf(trajectory)['state'], 4 / 7);
  });

  it('compares too when the limit of steps ends it', async () => {
    const lines = Array<string>(10).fill(turn(read ?? ''));
    const { trajectory } = await rollOut({ lines });
    assert.equal(trajectory.ended?.stopReason, 'max-steps');
    assert.equal(trajectory.ended.environment?.matchedResults, 1);
  });

  it('breaks off before the first reply when the task itself is wrong', async () => {
    const wrong = { ...deskTask({ expected: { files: {} } }), referenceAnswer: 'calls' };
    const { trajectory, events } = await rollOut({ lines: [], task: wrong });
    assert.equal(trajectory.ended?.stopReason, 'failure');
    assert.equal(trajectory.ended.failure?.code, 'tool/bad-environment');
    assert.ok(events.some(({ type }) => type === 'failure-recorded'));
    assert.equal(trajectory.reward?.total, null);
  });

  it('has no total, never a zero, when the state cannot be compared', async () => {
    const real = environmentOf('artist-tools', task, environmentPython);
    assert.ok(real !== null);
    const environment: TaskEnvironment = {
      ...real,
      open: async (sandbox, signal) => {
        const world = await real.open(sandbox, signal);
        const compare = () => Promise.reject(failure('tool', 'not-compared', 'It is gone.'));
        return Object.assign(world, { compare });
      },
    };
    const { trajectory, events } = await rollOut({ lines: [end], environment });
    assert.equal(trajectory.ended?.stopReason, 'final-answer');
    assert.equal(trajectory.ended.environment, undefined);
    assert.equal(trajectory.reward?.total, null);
    const told = events.flatMap((event) =>
      event.type === 'failure-recorded' ? [event.failure.code] : [],
    );
    assert.deepEqual(told, ['tool/not-compared']);
  });

  it('goes on from another trajectory by making its calls again', async () => {
    const first = await rollOut({ lines: [turn(`${read ?? ''}\n${book ?? ''}`), end] });
    const parent = first.trajectory;
    const branch: Branch = { relation: 'follow-up', parent, step: 2, code: null };
    const { trajectory } = await rollOut({ lines: [turn(move ?? ''), end], branch });
    assert.deepEqual(
      trajectory.steps.map(({ observation: { kind } }) => kind),
      ['executed', 'final-answer', 'executed', 'final-answer'],
    );
    assert.equal(trajectory.ended?.environment?.matchedResults, 3);
    assert.equal(trajectory.ended.finalAnswer, 'Done.');
  });

  it('takes a step whose calls a person wrote', async () => {
    const { trajectory: parent } = await rollOut({ lines: [turn(read ?? ''), end] });
    const code = callLines(['make_folder', { folder: 'mine' }]);
    const branch: Branch = { relation: 'retry', parent, step: 1, code };
    const { trajectory } = await rollOut({ lines: [end], branch });
    assert.equal(trajectory.steps[1]?.toolCalls[0]?.preview, '"/mine"');
    assert.ok(trajectory.ended?.environment?.differing.includes('files.folders'));
  });
});
