import assert from 'node:assert/strict';
import { RunListing } from '../../../../runtime/contract/training/runView.ts';
import { nameOf, runListing, type ListedRun } from '../../../../runtime/remote/runs/runListing.ts';
import type { Hearing } from '../../../../runtime/remote/runs/shownState.ts';
import { makeJob, makeStatus, makeStepMetrics } from '../../../fakes/trainingRecords.ts';

const at = '2026-05-04T10:00:00.000Z';
const hearing: Hearing = {
  isConnected: true,
  heardAt: Date.parse(at),
  aheadMilliseconds: 0,
  isAlive: true,
  bootId: null,
};

function makeRun(over: Partial<ListedRun> = {}): ListedRun {
  return {
    place: { machine: 'box', folder: '/home/ada/.tool-r1/runs/first' },
    job: makeJob({ totalSteps: 10 }),
    status: makeStatus({ at, step: 2 }),
    steps: [1, 2].map((step) =>
      makeStepMetrics(step, {
        'seconds/step': 30,
        'reward/total': step / 10,
        'queue/freshShare': 0.5,
      }),
    ),
    checkpoints: [2, 1],
    ...over,
  };
}

describe('runListing', () => {
  it('gives what the list shows, as the contract has it', () => {
    const listing = runListing(makeRun(), hearing);
    assert.deepEqual(RunListing.parse(listing), {
      place: { machine: 'box', folder: '/home/ada/.tool-r1/runs/first' },
      runId: 'run-1',
      name: 'first',
      state: 'running',
      lastState: 'running',
      lastSeenAt: at,
      step: 2,
      totalSteps: 10,
      activity: 'Sampling',
      recipe: 'tool-r1',
      model: 'tiny',
      secondsPerStep: 30,
      secondsLeft: 240,
      secondsLeftSpread: 0,
      reward: 0.2,
      freshShare: 0.5,
      waitsFor: null,
      problem: null,
      newestCheckpoint: 2,
      alerts: [],
    });
  });

  it('has the badges that are worth a look, while the run is not over', () => {
    const steps = [1, 2].map((step) =>
      makeStepMetrics(step, {
        'completions/truncatedShare': 0.07,
        'policy/logProbGapFresh': 0.001,
      }),
    );
    const [alert, ...others] = runListing(makeRun({ steps }), hearing).alerts;
    assert.deepEqual([alert?.id, alert?.level, alert?.value], ['truncated', 'watch', '7.0 %']);
    assert.deepEqual(others, []);
    const over = makeRun({ steps, status: makeStatus({ at, state: 'done' }) });
    assert.deepEqual(runListing(over, hearing).alerts, []);
  });

  it('has a place in the line only while it waits', () => {
    const waitsFor = { place: 2, gpus: [0, 1] };
    const queued = makeRun({ status: makeStatus({ at, state: 'queued', waitsFor }) });
    assert.deepEqual(runListing(queued, hearing).waitsFor, waitsFor);
    const running = makeRun({ status: makeStatus({ at, waitsFor }) });
    assert.equal(runListing(running, hearing).waitsFor, null);
  });

  it('still waits while the machine is offline', () => {
    const waitsFor = { place: 1, gpus: [] };
    const queued = makeRun({ status: makeStatus({ at, state: 'queued', waitsFor }) });
    const listing = runListing(queued, { ...hearing, isConnected: false });
    assert.equal(listing.state, 'offline');
    assert.deepEqual(listing.waitsFor, waitsFor);
  });

  it('has no time left when it is over, and keeps how long a step took', () => {
    const over = runListing(makeRun({ status: makeStatus({ at, state: 'stopped' }) }), hearing);
    assert.equal(over.secondsLeft, null);
    assert.equal(over.secondsLeftSpread, null);
    assert.equal(over.secondsPerStep, 30);
  });

  it('knows little before the first heartbeat', () => {
    const young = runListing(makeRun({ status: null, steps: [], checkpoints: [] }), {
      ...hearing,
      heardAt: Date.parse('2026-05-04T09:30:01.000Z'),
    });
    assert.equal(young.state, 'starting');
    assert.equal(young.step, 0);
    assert.equal(young.totalSteps, 10);
    assert.equal(young.reward, null);
    assert.equal(young.newestCheckpoint, null);
  });

  it('is named by the last part of its folder', () => {
    assert.equal(nameOf({ machine: 'box', folder: '/a/b/' }), 'b');
    assert.equal(nameOf({ machine: 'box', folder: 'C:\\runs\\c' }), 'c');
  });
});
