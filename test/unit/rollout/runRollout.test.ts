import assert from 'node:assert/strict';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import { RunEvent } from '../../../runtime/contract/events.ts';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import type { Trajectory } from '../../../runtime/contract/trajectory.ts';
import type { Judge } from '../../../runtime/judge/judge.ts';
import { ruleJudge } from '../../../runtime/judge/ruleJudge.ts';
import toolR1Recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { rewardFunction } from '../../../runtime/reward/rewardFunction.ts';
import { runRollout } from '../../../runtime/rollout/runRollout.ts';
import type { Sandbox } from '../../../runtime/sandbox/sandbox.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { echoSandbox, FakeSandbox, FakeSandboxPool } from '../../fakes/fakeSandbox.ts';
import { MemorySink } from '../../fakes/memorySink.ts';
import { makeTask } from '../../fakes/records.ts';
import { action, ScriptedPolicy, type Line } from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

interface Given {
  readonly recipe?: Recipe;
  readonly lines: readonly Line[];
  readonly referenceAnswer?: string | null;
  readonly judge?: Judge;
  readonly sandbox?: Sandbox | Error;
  readonly sink?: MemorySink | null;
  readonly signal?: AbortSignal;
}

interface Seen {
  readonly trajectory: Trajectory;
  readonly events: readonly RunEvent[];
  readonly sink: MemorySink;
  readonly pool: FakeSandboxPool;
}

async function rollOut(given: Given): Promise<Seen> {
  const sink = given.sink ?? new MemorySink();
  const pool = new FakeSandboxPool(given.sandbox ?? echoSandbox());
  const events: RunEvent[] = [];
  const trajectory = await runRollout(
    {
      trajectoryId: 't1',
      task: makeTask({ referenceAnswer: given.referenceAnswer ?? null }),
      files: noFiles,
      recipe: given.recipe ?? Recipe.parse(toolR1Recipe),
      importsAtHand: ['csv', 'math'],
      seed: 7,
      policyVersion: 3,
      quarantine: '/quarantine',
      branch: null,
      writer: { pid: 1, host: 'here' },
      signal: given.signal ?? new AbortController().signal,
    },
    {
      policy: new ScriptedPolicy(given.lines),
      protocol: toolR1,
      pool,
      kept: null,
      tools: [],
      callTool: () => Promise.resolve({ ok: true, value: null }),
      environment: null,
      judge: given.judge ?? ruleJudge('fixed'),
      reward: rewardFunction,
      sink: given.sink === null ? null : sink,
      clock: tickingClock(),
      onEvent: (event) => events.push(RunEvent.parse(event)),
    },
  );
  return { trajectory, events, sink, pool };
}

const identity = { name: 'fake', version: '1' };

function judgeThat(judge: () => Promise<Verdict>): Judge {
  return { identity, judge };
}

const neverAsked = judgeThat(() => Promise.reject(new Error('the judge was asked')));

function types(events: readonly RunEvent[]): readonly string[] {
  return events.map((event) => event.type).filter((type) => type !== 'text-sampled');
}

function last(events: readonly RunEvent[]) {
  const event = events.at(-1);
  assert.ok(event?.type === 'rollout-ended');
  return event;
}

describe('runRollout', () => {
  const lines = [action('print(1)'), action('final_answer(42)')];

  it('records, judges and rewards a rollout', async () => {
    const { trajectory, events, sink } = await rollOut({ lines, referenceAnswer: '42' });
    assert.deepEqual(sink.kinds, [
      'trajectory-started',
      'step-ended',
      'step-ended',
      'trajectory-ended',
      'verdict-given',
      'reward-assigned',
    ]);
    const step = ['step-started', 'reply-parsed', 'step-ended'];
    assert.deepEqual(types(events), [
      'rollout-started',
      ...step,
      ...step,
      'verdict-given',
      'reward-assigned',
      'rollout-ended',
    ]);
    assert.equal(trajectory.reward?.total, 1.6);
    assert.equal(trajectory.ended?.finalAnswer, '42');
    assert.equal(trajectory.steps.length, 2);
    assert.equal(last(events).reward?.total, 1.6);
    assert.equal(last(events).steps, 2);
    assert.equal(last(events).finalAnswer, '42');
  });

  it('writes how it was run, so that the file explains itself', async () => {
    const { trajectory, sink, pool } = await rollOut({ lines });
    const [started] = sink.records;
    assert.ok(started?.kind === 'trajectory-started');
    assert.equal(started.policyVersion, 3);
    assert.equal(started.seed, 7);
    assert.equal(started.model, 'scripted');
    assert.equal(started.recipe.name, 'tool-r1');
    assert.match(started.prompt.user, /^Question: How many rows\?/);
    assert.match(started.prompt.system, /final_answer/);
    assert.deepEqual(trajectory.started, started);
    const [episode] = pool.episodes;
    assert.equal(episode?.seed, 7);
    assert.equal(episode.quarantine, '/quarantine');
    assert.deepEqual(episode.settings, started.recipe.sandbox);
  });

  it('prompts in the style that the recipe names', async () => {
    const { agent, ...rest } = Recipe.parse(toolR1Recipe);
    const recipe = { ...rest, agent: { ...agent, promptStyle: 'bare' as const } };
    const { trajectory } = await rollOut({ lines, recipe });
    assert.deepEqual(trajectory.started.prompt.examples, []);
    assert.ok(trajectory.started.prompt.system.length < 400);
  });

  it('names in the prompt the modules that are there, not those that a recipe would allow', async () => {
    const { started } = (await rollOut({ lines })).trajectory;
    assert.match(started.prompt.system, /csv, math/);
    assert.doesNotMatch(started.prompt.system, /numpy|statistics/);
  });

  it('writes a step before it tells of it', async () => {
    const sink = new MemorySink();
    const atEvent: number[] = [];
    const policy = new ScriptedPolicy(lines);
    await runRollout(
      {
        trajectoryId: 't1',
        task: makeTask(),
        files: noFiles,
        recipe: Recipe.parse(toolR1Recipe),
        importsAtHand: ['csv', 'math'],
        seed: 1,
        policyVersion: 0,
        quarantine: null,
        branch: null,
        writer: null,
        signal: new AbortController().signal,
      },
      {
        policy,
        protocol: toolR1,
        pool: new FakeSandboxPool(echoSandbox()),
        kept: null,
        tools: [],
        callTool: () => Promise.resolve({ ok: true, value: null }),
        environment: null,
        judge: neverAsked,
        reward: rewardFunction,
        sink,
        clock: tickingClock(),
        onEvent: (event) => event.type === 'step-ended' && atEvent.push(sink.records.length),
      },
    );
    assert.deepEqual(atEvent, [2, 3]);
  });

  it('neither judges nor rewards without a reference answer', async () => {
    const { trajectory, events } = await rollOut({ lines, judge: neverAsked });
    assert.deepEqual(trajectory.verdicts, []);
    assert.equal(trajectory.reward, null);
    assert.equal(last(events).stopReason, 'final-answer');
  });

  it('does not ask the judge when there is no answer, and rewards the steps', async () => {
    const { trajectory } = await rollOut({
      lines: ['a', 'b', 'c'],
      referenceAnswer: '42',
      judge: neverAsked,
    });
    assert.equal(trajectory.ended?.stopReason, 'no-code');
    assert.deepEqual(trajectory.verdicts, []);
    assert.equal(trajectory.reward?.total, 0);
  });

  it('gives no total, never a zero, when the judge breaks', async () => {
    const judge = judgeThat(() =>
      Promise.reject(failure('judge', 'no-answer', 'The judge is away.')),
    );
    const { trajectory, events, sink } = await rollOut({ lines, referenceAnswer: '42', judge });
    assert.equal(trajectory.reward?.total, null);
    assert.deepEqual(trajectory.verdicts, [
      { outcome: 'unscored', judge: identity, cause: 'The judge is away.' },
    ]);
    assert.ok(types(events).includes('failure-recorded'));
    assert.equal(last(events).stopReason, 'final-answer');
    assert.equal(sink.kinds.at(-1), 'reward-assigned');
  });

  it('records a policy that breaks, without a total', async () => {
    const broken = failure('policy', 'wrong-key', 'The key is wrong.');
    const { trajectory, events } = await rollOut({
      lines: [action('print(1)'), broken],
      referenceAnswer: '42',
    });
    assert.equal(trajectory.ended?.stopReason, 'failure');
    assert.deepEqual(trajectory.ended.failure, broken.failure);
    assert.equal(trajectory.steps.length, 1);
    assert.equal(trajectory.reward?.total, null);
    assert.deepEqual(last(events).failure, broken.failure);
  });

  it('records a sandbox that cannot be had', async () => {
    const { trajectory, sink } = await rollOut({
      lines,
      sandbox: failure('sandbox', 'no-start', 'The sandbox does not start.'),
    });
    assert.equal(trajectory.ended?.failure?.code, 'sandbox/no-start');
    assert.deepEqual(sink.kinds, ['trajectory-started', 'trajectory-ended']);
  });

  it('is cancelled, not broken, when a person stops it while it waits for a sandbox', async () => {
    const person = new AbortController();
    const pool = Object.assign(new Error('stopped'), { name: 'AbortError' });
    person.abort();
    const { trajectory } = await rollOut({ lines, sandbox: pool, signal: person.signal });
    assert.equal(trajectory.ended?.stopReason, 'cancelled');
    assert.equal(trajectory.ended.failure, null);
  });

  it('gives the sandbox back, whatever happened', async () => {
    for (const given of [lines, [new Error('broken')], ['a', 'b', 'c']]) {
      const sandbox = echoSandbox();
      await rollOut({ lines: given, sandbox });
      assert.equal(sandbox.released, 1);
    }
  });

  it('keeps its result when the sandbox cannot be given back', async () => {
    const sandbox = echoSandbox();
    sandbox.release = () => Promise.reject(failure('sandbox', 'stuck', 'It hangs.'));
    const { trajectory, events } = await rollOut({ lines, sandbox });
    assert.equal(trajectory.ended?.stopReason, 'final-answer');
    const told = events.find((event) => event.type === 'failure-recorded');
    assert.equal(told?.failure.code, 'sandbox/stuck');
  });

  it('ends at the step that cannot be stored, and says so once', async () => {
    const sandbox = echoSandbox();
    const many = [action('print(1)'), action('print(2)'), action('print(3)')];
    const { trajectory, events } = await rollOut({
      lines: many,
      sandbox,
      sink: new MemorySink(2),
    });
    assert.equal(trajectory.ended?.failure?.code, 'store/disk-full');
    assert.deepEqual(sandbox.codes, ['print(1)', 'print(2)']);
    assert.equal(events.filter((event) => event.type === 'failure-recorded').length, 1);
    assert.equal(last(events).stopReason, 'failure');
  });

  it('does not start what it could not store', async () => {
    const { trajectory, pool } = await rollOut({ lines, sink: new MemorySink(0) });
    assert.equal(trajectory.ended?.failure?.code, 'store/disk-full');
    assert.equal(pool.episodes.length, 0);
  });

  it('tells of a store that breaks after the answer', async () => {
    const { trajectory, events } = await rollOut({
      lines,
      referenceAnswer: '42',
      sink: new MemorySink(3),
    });
    assert.equal(trajectory.ended?.failure?.code, 'store/disk-full');
    assert.equal(last(events).failure?.code, 'store/disk-full');
    assert.equal(trajectory.steps.length, 2);
  });

  it('keeps nothing where nothing is to be kept', async () => {
    const { events } = await rollOut({ lines, sink: null });
    assert.equal(events[0]?.type === 'rollout-started' && events[0].file, null);
    assert.equal(last(events).finalAnswer, '42');
  });

  it('stops within a second', async () => {
    const person = new AbortController();
    let started = NaN;
    const sandbox = new FakeSandbox(
      (_code, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
          started = performance.now();
          person.abort();
        }),
    );
    const { trajectory } = await rollOut({ lines, sandbox, signal: person.signal });
    assert.ok(performance.now() - started < 1000);
    assert.equal(trajectory.ended?.stopReason, 'cancelled');
    assert.equal(trajectory.steps[0]?.observation.kind, 'cancelled');
  });
});
