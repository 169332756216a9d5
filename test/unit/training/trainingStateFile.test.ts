// A run that is written down and read back anywhere goes on as if nothing had been.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import * as z from 'zod';
import type { TrainingSettings } from '../../../runtime/contract/trainingSettings.ts';
import { keyedRandom } from '../../../runtime/training/keyedRandom.ts';
import { TrainingMember } from '../../../runtime/training/trainingMember.ts';
import { startTraining, type TrainingState } from '../../../runtime/training/trainingState.ts';
import {
  beginStep,
  nextVisits,
  takeOutcomes,
  type EndedStep,
} from '../../../runtime/training/trainStep.ts';
import {
  makeTrainingSettings,
  mixed,
  sampleVisits,
  type FakePolicy,
} from '../../fakes/trainingMembers.ts';
import { linesOf, readLinesOf } from '../../fakes/stateLines.ts';
import { doStep } from '../../fakes/trainSteps.ts';

/** Written, read, and proven to be written the same again. */
function again(state: TrainingState): TrainingState {
  const lines = linesOf(state);
  const read = readLinesOf(lines);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  assert.deepEqual(linesOf(read.value), lines);
  assert.deepEqual(read.value, state);
  return read.value;
}

const { queue, downSampling, optimiser, streakFilter } = makeTrainingSettings();
const anySettings: fc.Arbitrary<TrainingSettings> = fc
  .record({
    queued: fc.boolean(),
    resample: fc.boolean(),
    streaks: fc.boolean(),
    sampled: fc.boolean(),
    rule: fc.constantFrom('max-variance', 'max-reward', 'random'),
    advantageOver: fc.constantFrom('all', 'selected'),
    rounds: fc.integer({ min: 1, max: 3 }),
    groupsPerStep: fc.integer({ min: 1, max: 4 }),
    maxStalenessSteps: fc.integer({ min: 0, max: 4 }),
  })
  .map((one) =>
    makeTrainingSettings({
      queue: {
        ...queue,
        enabled: one.queued,
        resample: one.resample,
        maxStalenessSteps: one.maxStalenessSteps,
      },
      streakFilter: { ...streakFilter, enabled: one.streaks },
      downSampling: {
        ...downSampling,
        enabled: one.sampled,
        rule: one.rule,
        advantageOver: one.advantageOver,
      },
      refill: { enabled: one.rounds > 1, maxRounds: one.rounds },
      optimiser: { ...optimiser, groupsPerStep: one.groupsPerStep, epochs: 4 },
    }),
  );

/** Rollouts that go as the seed says: tasks of every difficulty, and now and then one that nobody scored. */
function policyOf(seed: number): FakePolicy {
  return ({ taskId, fresh }, step) => {
    const skill = Math.floor(keyedRandom(seed, taskId)() * 5) / 4;
    const random = keyedRandom(seed, taskId, step);
    return Array.from({ length: fresh }, () => {
      if (random() < 0.05) return null;
      return random() < skill ? 1 : Math.floor(random() * 4) / 4;
    });
  };
}

const tasks = ['t1', 't2', '10', '9', 'last'];
const facts = ({ groups, records, counters, finished }: EndedStep) =>
  structuredClone({ groups, records, counters, finished });

describe('the file of a training state', () => {
  it('makes no difference to what follows, after any step and between any two rounds', () => {
    fc.assert(
      fc.property(anySettings, fc.nat(1000), fc.nat(6), (settings, seed, cut) => {
        const policy = policyOf(seed);
        let [straight, resumed] = [startTraining(tasks, seed), startTraining(tasks, seed)];
        for (let step = 0; step < 8; step += 1) {
          const one = doStep(straight, settings, step, policy);
          const other = doStep(resumed, settings, step, policy, step === cut ? again : undefined);
          assert.deepEqual(facts(other), facts(one));
          straight = one.state;
          resumed = step === cut ? again(other.state) : other.state;
          assert.deepEqual(linesOf(resumed), linesOf(straight));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('goes on in the middle of a round', () => {
    const settings = makeTrainingSettings();
    const asked = nextVisits(beginStep(startTraining(tasks, 1), 0), settings);
    const read = again(asked.state);
    assert.deepEqual(nextVisits(read, settings).visits, asked.visits);
    const outcomes = sampleVisits(asked.visits, 0, policyOf(1));
    assert.deepEqual(
      takeOutcomes(read, settings, outcomes),
      takeOutcomes(asked.state, settings, outcomes),
    );
  });

  it('is the same whatever the order of the keys of what was sampled', () => {
    const settings = makeTrainingSettings({ queue: { ...queue, enabled: true } });
    const reverse = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reverse);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, one]) => [key, reverse(one)]),
      );
    };
    const { state, visits } = nextVisits(beginStep(startTraining(tasks, 1), 0), settings);
    const outcomes = sampleVisits(visits, 0, policyOf(2));
    const reversed = outcomes.map(({ taskId, rollouts }) => ({
      taskId,
      rollouts: rollouts.map(({ member, ...rest }) => {
        const turned = reverse(member);
        // The schema orders keys; what is taken in must not need it to.
        if (member !== null) TrainingMember.parse(turned);
        return { ...rest, member: turned as typeof member };
      }),
    }));
    const taken = takeOutcomes(state, settings, reversed);
    assert.deepEqual(linesOf(taken), linesOf(takeOutcomes(state, settings, outcomes)));
    again(taken);
  });

  it('keeps tasks in the order of the task file, numbers among their names too', () => {
    const [head, ...rest] = linesOf(startTraining(tasks, 5));
    assert.match(head ?? '', /"kind":"training-state","seed":5,.*"taskCount":5/);
    assert.deepEqual(
      rest.map((line) => /"taskId":"(\w+)"/.exec(line)?.[1]),
      [...tasks, undefined],
    );
  });

  const lines = linesOf(
    doStep(
      startTraining(tasks, 1),
      makeTrainingSettings({ queue: { ...queue, enabled: true } }),
      0,
      policyOf(3),
    ).state,
  );
  const damaged: readonly [what: string, lines: readonly string[], problem: RegExp][] = [
    ['is empty', [], /^it is empty$/],
    ['lacks its last lines', lines.slice(0, -2), /^it holds 4 of 5 tasks$/],
    ['lacks its end', lines.slice(0, -1), /^it lacks its end$/],
    ['goes on after its end', [...lines, lines[1] ?? ''], /^line 8: it comes after the end$/],
    [
      'holds a task twice',
      [...lines.slice(0, -2), lines[1] ?? '', lines.at(-1) ?? ''],
      /^line 6: t1 again$/,
    ],
    [
      'was cut in a line',
      [...lines.slice(0, -2), (lines.at(-2) ?? '').slice(0, 40)],
      /^line 6: not JSON/,
    ],
    [
      'was changed in a token',
      lines.map((line) =>
        line.replace(/(?<="completion":".{9})./, (one) => (one === 'A' ? 'B' : 'A')),
      ),
      /^line 7: the lines before it were changed$/,
    ],
    [
      'lacks a prompt',
      lines.map((line) => line.replace(/"prompts":\[.+?\]/, '"prompts":[]')),
      /^line \d: t\d\.0\.0 has no prompt$/,
    ],
    ['lacks its head', lines.slice(1), /^line 1: /],
    [
      'is of another version',
      [(lines[0] ?? '').replace('"version":2', '"version":3'), ...lines.slice(1)],
      /^line 1: version: a newer Tool-R1 wrote it; update this one$/,
    ],
    ['holds a task that is none', [lines[0] ?? '', '{}', ...lines.slice(2)], /^line 2: taskId/],
  ];
  for (const [what, some, problem] of damaged) {
    it(`is refused when it ${what}`, () => {
      const read = readLinesOf(some);
      assert.equal(read.ok, false);
      assert.match('problem' in read ? read.problem : '', problem);
    });
  }

  it('writes the prompt of a task once', () => {
    for (const line of lines.slice(1, -1)) {
      const { prompts } = z.object({ prompts: z.array(z.string()) }).parse(JSON.parse(line));
      assert.ok(prompts.length <= 1, line);
    }
    assert.ok(lines.some((line) => line.includes('"prompt":0')));
  });
});

describe('the file of a training state of version 1', () => {
  const read = async (): Promise<string[]> => {
    const text = await readFile(new URL('../../fixtures/training/state-1.jsonl', import.meta.url));
    return text.toString().trimEnd().split('\n');
  };
  const settings = makeTrainingSettings({ queue: { ...queue, enabled: true } });

  it('is the state that it was written from', async () => {
    const old = readLinesOf(await read());
    assert.ok(old.ok, old.ok ? '' : old.problem);
    let state = startTraining(['a', 'b', 'c'], 7);
    for (const step of [0, 1, 2]) state = doStep(state, settings, step, mixed).state;
    assert.deepEqual(old.value, state);
    assert.deepEqual(linesOf(old.value), linesOf(state));
  });

  it('is refused when it is not whole', async () => {
    const all = await read();
    const cut = readLinesOf(all.slice(0, -1));
    assert.deepEqual(cut, { ok: false, problem: 'it holds 2 of 3 tasks' });
    const torn = readLinesOf([...all.slice(0, -1), all.at(-1)!.slice(0, 99)]);
    assert.match(torn.ok ? '' : torn.problem, /^line 4: not JSON/);
  });
});
