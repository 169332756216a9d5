import assert from 'node:assert/strict';
import type { Evaluation, EvaluationResult } from '../../../runtime/contract/evaluation.ts';
import { protocolHash } from '../../../runtime/evaluate/protocolHash.ts';
import { reportOf } from '../../../runtime/evaluate/report.ts';
import { makeEvaluation, makeProtocol, makeResult, resultsOf } from '../../fakes/evaluations.ts';

const close = (actual: number | null | undefined, expected: number) =>
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) < 1e-12,
    `${actual}, not ${expected}`,
  );

const [yes, no] = [true, false];

/** Of all choices of k trials, how many hold a pass, and how many hold nothing else: counted one by one. */
function counted(trials: readonly boolean[], k: number): { anyOf: number; allOf: number } {
  let [all, some, only] = [0, 0, 0];
  for (let set = 0; set < 2 ** trials.length; set += 1) {
    const chosen = trials.filter((_, at) => (set >> at) & 1);
    if (chosen.length !== k) continue;
    all += 1;
    if (chosen.some(Boolean)) some += 1;
    if (chosen.every(Boolean)) only += 1;
  }
  return { anyOf: some / all, allOf: only / all };
}

describe('reportOf', () => {
  const passes = {
    a: [yes, yes, yes],
    b: [yes, no, no],
    c: [no, no, no],
    d: [no, yes, yes],
  };
  const evaluation = makeEvaluation(['a', 'b', 'c', 'd']);
  const report = reportOf(evaluation, resultsOf(passes));

  it('gives the mean over tasks, of each seed, and how far seeds lie apart', () => {
    close(report.all.passRate.value, (1 + 1 / 3 + 0 + 2 / 3) / 4);
    assert.deepEqual(report.seeds, [
      { seed: 0, passRate: 0.5 },
      { seed: 1, passRate: 0.5 },
      { seed: 2, passRate: 0.5 },
    ]);
    assert.equal(report.peakToPeak, 0);
    assert.deepEqual([report.all.tasks, report.all.rollouts, report.all.passed], [4, 12, 6]);
    assert.deepEqual([report.planned, report.done, report.unscored], [12, 12, 0]);
  });

  it('gives pass@k and pass^k as counting every choice of k rollouts does', () => {
    assert.deepEqual(
      report.attempts.map(({ k, tasks }) => [k, tasks]),
      [
        [1, 4],
        [2, 4],
        [3, 4],
      ],
    );
    for (const { k, anyOf, allOf } of report.attempts) {
      const each = Object.values(passes).map((trials) => counted(trials, k));
      close(anyOf, each.reduce((sum, one) => sum + one.anyOf, 0) / each.length);
      close(allOf, each.reduce((sum, one) => sum + one.allOf, 0) / each.length);
    }
  });

  it('gives the levels by themselves, ascending, those without last', () => {
    const levelled = makeEvaluation(['a', 'b', 'c', 'd'], { levels: [2, 1, null, 2] });
    const found = reportOf(levelled, resultsOf(passes)).levels;
    assert.deepEqual(
      found.map(({ level, tasks, passed, rollouts }) => [level, tasks, passed, rollouts]),
      [
        [1, 1, 1, 3],
        [2, 2, 5, 6],
        [null, 1, 0, 3],
      ],
    );
    const none = makeEvaluation(['a'], { levels: [null] });
    assert.deepEqual(reportOf(none, []).levels, []);
  });

  it('sums tokens, time and cost, and says nothing where one rollout does not', () => {
    const lines = resultsOf({ a: [yes, no, no] });
    const priced = lines.map((line) => ({ ...line, cost: 0.25 }));
    const found = reportOf(makeEvaluation(['a']), priced);
    assert.deepEqual(
      [found.promptTokens, found.completionTokens, found.milliseconds, found.cost],
      [300, 60, 3000, 0.75],
    );
    const silent = [...lines.slice(1), { ...makeResult('a'), promptTokens: null }];
    const { promptTokens, completionTokens, cost } = reportOf(makeEvaluation(['a']), silent);
    assert.deepEqual([promptTokens, completionTokens, cost], [null, 60, null]);
  });

  it('gives the shares of steps that parsed and ran, how rollouts ended, and the mean reward', () => {
    const lines = [
      makeResult('a', { steps: 4, parsedSteps: 3, executedSteps: 1 }),
      makeResult('b', { steps: 6, parsedSteps: 6, executedSteps: 4, reward: null }),
      makeResult('c', {
        steps: 0,
        parsedSteps: 0,
        executedSteps: 0,
        stopReason: 'no-code',
        reward: 0,
      }),
    ];
    const found = reportOf(makeEvaluation(['a', 'b', 'c']), lines);
    close(found.parsedShare, 0.9);
    close(found.executedShare, 0.5);
    close(found.reward?.value, 0.8);
    assert.ok((found.reward?.low ?? 1) < 0.8 && (found.reward?.high ?? 0) > 0.8);
    assert.deepEqual(found.stopReasons, { 'final-answer': 2, 'no-code': 1 });
  });

  it('claims nothing of rewards that are all alike', () => {
    const { reward } = reportOf(makeEvaluation(['a', 'b']), resultsOf({ a: [yes], b: [yes] }));
    assert.deepEqual(reward, { value: 1.6, low: null, high: null });
  });

  it('counts what nobody could score for nothing, and takes a later line that is scored', () => {
    const failed = resultsOf({ a: [null, yes, null] });
    const before = reportOf(makeEvaluation(['a', 'b']), failed);
    assert.deepEqual([before.done, before.unscored, before.all.passRate.value], [3, 2, 1]);
    assert.equal(before.seeds[0]?.passRate, null);
    const again = [...failed, makeResult('a', { correctness: 0 }), ...resultsOf({ a: [null] })];
    const after = reportOf(makeEvaluation(['a', 'b']), again);
    assert.deepEqual([after.done, after.unscored, after.all.passRate.value], [3, 1, 0.5]);
  });

  it('leaves out lines of seeds and tasks that it does not ask for', () => {
    const lines = [...resultsOf({ a: [yes] }), ...resultsOf({ foreign: [no] })];
    const others = [makeResult('a', { seed: 9, correctness: 0 }), makeResult('a', { sample: 4 })];
    const { done, all } = reportOf(makeEvaluation(['a']), [...lines, ...others]);
    assert.deepEqual([done, all.rollouts, all.passRate.value], [1, 1, 1]);
  });

  it('counts as passed what reaches the score that the protocol names', () => {
    const half = [makeResult('a', { correctness: 0.5, verdict: 'Partially Correct' })];
    const lenient = makeEvaluation(['a'], { protocol: { passScore: 0.5 } });
    assert.equal(reportOf(makeEvaluation(['a']), half).all.passRate.value, 0);
    assert.equal(reportOf(lenient, half).all.passRate.value, 1);
  });

  it('is the same whatever the order of the lines', () => {
    const lines = resultsOf(passes);
    assert.deepEqual(reportOf(evaluation, [...lines].reverse()), report);
  });

  it('says nothing of nothing', () => {
    const found = reportOf(evaluation, []);
    assert.deepEqual(found.all.passRate, { value: null, low: null, high: null });
    assert.deepEqual([found.peakToPeak, found.reward, found.parsedShare], [null, null, null]);
    assert.deepEqual(found.attempts, []);
  });
});

describe('warnings of a report', () => {
  const warnings = (of: Evaluation, lines: readonly EvaluationResult[]) =>
    reportOf(of, lines).warnings.join('\n');
  const whole = resultsOf({ a: [yes, yes, yes] });

  it('are none for three seeds that are all there, with the strong prompt', () => {
    assert.equal(warnings(makeEvaluation(['a']), whole), '');
  });

  it('tell of a single run, and of few seeds', () => {
    const single = makeEvaluation(['a'], { protocol: { seeds: [0] } });
    assert.match(warnings(single, whole), /^A single run: how far chance moved it is not known\.$/);
    const two = makeEvaluation(['a'], { protocol: { seeds: [0, 1] } });
    assert.match(warnings(two, whole), /^Only 2 seeds: take 3 or more/);
    const sampled = makeEvaluation(['a'], { protocol: { seeds: [0], samplesPerSeed: 2 } });
    assert.match(warnings(sampled, []), /Only 1 seed: take 3 or more/);
  });

  it('tell what is missing, and what could not be scored', () => {
    const text = warnings(makeEvaluation(['a']), resultsOf({ a: [null, yes] }));
    assert.match(text, /Not finished: 2 of 3 rollouts are there\./);
    assert.match(text, /1 of 2 rollouts could not be scored and count for nothing/);
  });

  it('tell of a prompt that is not the strong one, and of a server that changed its model', () => {
    const { prompt } = makeProtocol();
    const weak = makeEvaluation(['a'], { protocol: { prompt: { ...prompt, style: 'bare' } } });
    assert.match(warnings(weak, whole), /Asked with the bare prompt; .* use the full one/);
    const other = [...whole.slice(1), { ...makeResult('a'), servedModel: 'large' }];
    assert.match(warnings(makeEvaluation(['a']), other), /several models: large, small\./);
  });
});

describe('makeEvaluation', () => {
  it('has the hash of its protocol, as an evaluation on disk has', () => {
    const made = makeEvaluation(['a']);
    assert.equal(made.protocolHash, protocolHash(made.protocol));
  });
});
