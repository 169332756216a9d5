// Rollouts that go on from another trajectory: what is written, what is counted, which sandbox they take.
import assert from 'node:assert/strict';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import { RunEvent } from '../../../runtime/contract/events.ts';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import type { Branch, Trajectory } from '../../../runtime/contract/trajectory.ts';
import { ruleJudge } from '../../../runtime/judge/ruleJudge.ts';
import toolR1Recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { rewardFunction } from '../../../runtime/reward/rewardFunction.ts';
import { KeptEpisodes } from '../../../runtime/rollout/keptEpisodes.ts';
import { runRollout } from '../../../runtime/rollout/runRollout.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { echoSandbox, FakeSandboxPool, type FakeSandbox } from '../../fakes/fakeSandbox.ts';
import { MemorySink } from '../../fakes/memorySink.ts';
import { makeTask } from '../../fakes/records.ts';
import { action, ScriptedPolicy, type Line } from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

interface Given {
  readonly lines: readonly Line[];
  readonly branch?: Branch | null;
  readonly id?: string;
  readonly question?: string;
  readonly referenceAnswer?: string | null;
  readonly kept?: KeptEpisodes | null;
  readonly sandbox?: FakeSandbox;
}

async function rollOut(given: Given) {
  const sink = new MemorySink();
  const events: RunEvent[] = [];
  const policy = new ScriptedPolicy(given.lines);
  const sandbox = given.sandbox ?? echoSandbox();
  const trajectory = await runRollout(
    {
      trajectoryId: given.id ?? 't1',
      task: makeTask({
        question: given.question ?? 'First?',
        referenceAnswer: given.referenceAnswer ?? null,
      }),
      files: noFiles,
      recipe: Recipe.parse(toolR1Recipe),
      importsAtHand: ['csv'],
      seed: 7,
      policyVersion: 0,
      quarantine: null,
      branch: given.branch ?? null,
      writer: null,
      signal: new AbortController().signal,
    },
    {
      policy,
      protocol: toolR1,
      pool: new FakeSandboxPool(sandbox),
      kept: given.kept ?? null,
      tools: [],
      callTool: () => Promise.resolve({ ok: true, value: null }),
      environment: null,
      judge: ruleJudge('fixed'),
      reward: rewardFunction,
      sink,
      clock: tickingClock(),
      onEvent: (event) => events.push(RunEvent.parse(event)),
    },
  );
  return { trajectory, sink, events, policy, sandbox };
}

function keep(sandbox = echoSandbox()): KeptEpisodes {
  return new KeptEpisodes({
    pool: new FakeSandboxPool(sandbox),
    maxKept: 2,
    maxAgeMilliseconds: 60_000,
    patienceMilliseconds: 1000,
    onProblem: () => undefined,
  });
}

const lines = [action('a = 1'), action('final_answer(42)')];
const further = [action('broken text'), 'no code at all', action('final_answer(43)')];

function followUp(parent: Trajectory): Branch {
  return { relation: 'follow-up', parent, step: parent.steps.length, code: null };
}

describe('runRollout, going on from another trajectory', () => {
  it('explains itself: parent, earlier questions, carried steps', async () => {
    const { trajectory: parent } = await rollOut({ lines });
    const seen = await rollOut({
      id: 't2',
      question: 'Second?',
      lines: [action('final_answer(43)')],
      branch: followUp(parent),
    });
    const { started, steps } = seen.trajectory;
    assert.deepEqual(started.parent, { trajectoryId: 't1', relation: 'follow-up', step: 2 });
    assert.deepEqual(
      started.earlier?.map(({ task, lastStep, finalAnswer }) => [
        task.question,
        lastStep,
        finalAnswer,
      ]),
      [['First?', 2, '42']],
    );
    assert.match(started.prompt.user, /^Question: First\?/);
    assert.deepEqual(
      steps.map(({ index, reply }) => [index, reply.origin ?? 'policy']),
      [
        [1, 'parent'],
        [2, 'parent'],
        [3, 'policy'],
      ],
    );
    assert.deepEqual(seen.sink.kinds.slice(0, 5), [
      'trajectory-started',
      'step-ended',
      'step-ended',
      'step-ended',
      'trajectory-ended',
    ]);
    const [first] = seen.events;
    assert.ok(first?.type === 'rollout-started');
    assert.equal(first.maxSteps, 2 + started.recipe.agent.maxSteps);
    assert.equal(first.parent?.relation, 'follow-up');
  });

  it('asks each further question after the last step of the one before', async () => {
    const one = (await rollOut({ lines })).trajectory;
    const answer = [action('final_answer(43)')];
    const two = (
      await rollOut({ id: 't2', question: 'Second?', lines: answer, branch: followUp(one) })
    ).trajectory;
    const { policy } = await rollOut({
      id: 't3',
      question: 'Third?',
      lines: answer,
      branch: followUp(two),
    });
    const users = policy.requests[0]!.messages.filter(({ role }) => role === 'user');
    assert.deepEqual(
      users.map(({ content }) => /Question: (\w+\?)/.exec(content)?.[1] ?? ''),
      ['First?', '', 'Second?', 'Third?'],
    );
  });

  it('runs the recorded code again and says so, when the namespace is gone', async () => {
    const { trajectory: parent } = await rollOut({ lines });
    const { events, sandbox } = await rollOut({ lines: further, branch: followUp(parent) });
    assert.deepEqual(sandbox.codes.slice(0, 2), ['a = 1', 'final_answer(42)']);
    const progress = events.find((event) => event.type === 'progress-reported');
    assert.equal(progress?.activity, 'Running the recorded steps again');
    assert.equal(progress.total, 2);
  });

  it('goes on in the sandbox that was kept, and keeps it again', async () => {
    const sandbox = echoSandbox();
    const own = keep(sandbox);
    const { trajectory: parent } = await rollOut({ lines, kept: own });
    assert.equal(sandbox.released, 0);
    const { events } = await rollOut({
      id: 't2',
      lines: [action('final_answer(43)')],
      branch: followUp(parent),
      kept: own,
    });
    assert.deepEqual(sandbox.codes, ['a = 1', 'final_answer(42)', 'final_answer(43)']);
    assert.equal(sandbox.handedOver.length, 1);
    assert.ok(!events.some((event) => event.type === 'progress-reported'));
    assert.equal(await own.take({ trajectoryId: 't2', step: 3 }, noFiles), sandbox);
  });

  it('gives a sandbox back after a rollout that broke, and after one without a step', async () => {
    const sandbox = echoSandbox();
    const kept = keep(sandbox);
    const broken = await rollOut({ lines: [new Error('no model')], kept });
    assert.equal(broken.trajectory.ended?.stopReason, 'failure');
    assert.equal(sandbox.released, 1);
    assert.equal(await kept.take({ trajectoryId: 't1', step: 0 }, noFiles), null);
  });

  it('rewards the own steps of a further question only', async () => {
    const { trajectory: parent } = await rollOut({ lines, referenceAnswer: '42' });
    assert.equal(parent.reward?.total, 1.6);
    const { trajectory } = await rollOut({
      lines: ['no code at all', action('final_answer(43)')],
      branch: followUp(parent),
      referenceAnswer: '43',
    });
    const parse = trajectory.reward?.parts.find(({ name }) => name === 'parse');
    assert.equal(parse?.reason, '1 of 2 steps parsed');
  });

  it('rewards all steps of a retried one, the carried and the edited included', async () => {
    const { trajectory: parent } = await rollOut({ lines });
    const { trajectory } = await rollOut({
      lines: [action('final_answer(42)')],
      branch: { relation: 'retry', parent, step: 1, code: 'b = 2' },
      referenceAnswer: '42',
    });
    assert.equal(trajectory.started.earlier, undefined);
    assert.deepEqual(trajectory.started.parent, { trajectoryId: 't1', relation: 'retry', step: 1 });
    assert.deepEqual(
      trajectory.steps.map(({ reply, code }) => [reply.origin ?? 'policy', code]),
      [
        ['parent', 'a = 1'],
        ['person', 'b = 2'],
        ['policy', 'final_answer(42)'],
      ],
    );
    const parse = trajectory.reward?.parts.find(({ name }) => name === 'parse');
    assert.equal(parse?.reason, '3 of 3 steps parsed');
  });

  it('trains on none of the carried and edited replies', async () => {
    const tokens = {
      promptIds: [1],
      completionIds: [2],
      completionMask: [1 as const],
      logProbs: [0],
    };
    const { trajectory: parent } = await rollOut({
      lines: [{ text: action('a = 1'), tokens }, action('final_answer(42)')],
    });
    assert.notEqual(parent.steps[0]?.reply.tokens, null);
    const { trajectory } = await rollOut({
      lines: [{ text: action('final_answer(1)'), tokens }],
      branch: { relation: 'retry', parent, step: 1, code: 'b = 2' },
    });
    assert.deepEqual(
      trajectory.steps.map(({ reply }) => reply.tokens !== null),
      [false, false, true],
    );
  });

  it('goes on from a trajectory that ended before its first step as from nothing', async () => {
    const parent = { ...(await rollOut({ lines })).trajectory, steps: [] };
    const { policy, trajectory } = await rollOut({
      question: 'Second?',
      lines: [action('final_answer(1)')],
      branch: { relation: 'follow-up', parent, step: 0, code: null },
    });
    assert.equal(trajectory.ended?.finalAnswer, '1');
    assert.match(policy.requests[0]!.messages.at(-1)!.content, /^Question: Second\?/);
  });
});
