import assert from 'node:assert/strict';
import {
  cardNumbers,
  checkSum,
  commandsByHost,
  machineWords,
  modelWords,
  rangeWords,
  roughTime,
  sortedChecks,
  splitWords,
  startRefusal,
  taskWords,
  workWords,
} from '../../../../webview/start/planWords.ts';
import { makeStartView, makeWholePlan, startCases } from '../../../fakes/startViews.ts';
import { makeTrainingPlan } from '../../../fakes/trainingPlans.ts';

describe('words of a plan', () => {
  it('counts tasks by how hard they are, where that is known', () => {
    const { tasks } = makeTrainingPlan();
    assert.equal(taskWords(tasks), '412 of 1,300 in the window');
    const fresh = { ...tasks, inWindow: 0, tooEasy: 0, tooHard: 0, unmeasured: 1300 };
    assert.equal(taskWords(fresh), '1,300 tasks, how hard they are is not measured');
  });

  it('says how large a model is as its name would', () => {
    const { model } = makeTrainingPlan();
    assert.equal(modelWords(model), '7.62 B parameters, all weights, bfloat16');
    assert.equal(modelWords({ ...model, parameters: 135e6 }).slice(0, 16), '135 M parameters');
    assert.equal(modelWords({ ...model, parameters: 512 }).slice(0, 14), '512 parameters');
    assert.equal(modelWords({ ...model, parameters: null }), 'all weights, bfloat16');
  });

  it('names cards in ranges, and whose those are that sample', () => {
    assert.equal(cardNumbers([6, 0, 2, 1]), '0–2, 6');
    const gpus = { train: [0, 1], sample: [0] };
    assert.equal(splitWords(gpus, null), '0–1 train, 0 sample');
    assert.equal(splitWords(gpus, 'b100'), '0–1 train, 0 of b100 sample');
    assert.equal(splitWords({ train: [], sample: [] }, null), 'none, on the processor');
  });

  it('says what a machine has, once it was heard', () => {
    const { machine } = makeStartView();
    assert.equal(machineWords(machine), '8 × NVIDIA A100-SXM4-80GB, 128 cores');
    assert.equal(machineWords(null), '');
  });

  it('says times as roughly as they are known', () => {
    const times = [40, 25 * 60, 27 * 3600, 72 * 3600].map(roughTime);
    assert.deepEqual(times, ['40 s', '25 min', '27 h', '3 days']);
    const { time } = makeTrainingPlan();
    assert.equal(time === null ? '' : rangeWords(time), '24 h to 31 h, 8 in 10 runs');
  });

  it('puts first what fails, then what is doubtful', () => {
    const { checks } = makeWholePlan();
    const names = sortedChecks(checks).map(({ name }) => name);
    assert.deepEqual(names, ['Port 8000', 'Difficulty', 'Disk', 'Python']);
    assert.equal(checkSum(checks), '2 passed, 1 warning, 1 failed');
    assert.equal(checkSum([]), '0 passed');
  });

  it('keeps commands together by host', () => {
    const command = (host: string, title: string) => ({ host, title, line: title });
    const given = [command('a', '1'), command('b', '2'), command('a', '3')];
    assert.deepEqual(
      commandsByHost(given).map(([host, own]) => [host, own.map(({ title }) => title)]),
      [
        ['a', ['1', '3']],
        ['b', ['2']],
      ],
    );
  });

  it('says what is done, and how far it is', () => {
    const work = { doing: 'start', activity: null, done: 0, total: null } as const;
    assert.equal(workWords(work, 'r-1'), 'Starting r-1');
    assert.equal(workWords({ ...work, doing: 'plan' }, 'r-1'), 'Checking');
    const sent = { ...work, activity: 'Sending the model', done: 1, total: 4 };
    assert.equal(workWords(sent, null), 'Sending the model: 25 %');
  });
});

describe('startRefusal', () => {
  const refusal = (shown: string): string | null =>
    startRefusal(makeStartView(startCases[shown]?.()));

  it('is none when all checks pass, or only warn', () => {
    assert.equal(refusal('ready'), null);
  });

  it('may be tried again after it did not start', () => {
    assert.equal(refusal('crashed'), null);
  });

  it('names the check that fails with what to do, and how many others', () => {
    assert.equal(refusal('failing'), 'Port 8000: Stop that server.');
    const { checks } = makeWholePlan();
    const failing = checks.map((one) => ({ ...one, state: 'fail' as const, advice: null }));
    assert.equal(
      startRefusal(makeStartView({ plan: makeWholePlan({ checks: failing }) })),
      'Disk: 1.5 TB free, 443 GB needed Then 3 other checks that failed.',
    );
  });

  it('waits for a plan', () => {
    assert.equal(refusal('planning'), 'Everything is being checked.');
    assert.equal(refusal('unplanned'), 'There is no plan yet. Check again first.');
    const work = { doing: 'start', activity: null, done: 0, total: null } as const;
    assert.equal(startRefusal(makeStartView({ work })), 'It is being started.');
  });
});
