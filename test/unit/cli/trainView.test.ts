import assert from 'node:assert/strict';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import { TrainEvents, TrainView } from '../../../runtime/cli/trainView.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';
import { makeEvent, makeStatus, makeStep } from '../../fakes/runRecords.ts';

function open(isTTY: boolean) {
  const out = new FakeStream({ isTTY, columns: 60 });
  const err = new FakeStream({ isTTY, columns: 60 });
  const env = { NO_COLOR: '1' };
  return { out, err, terminal: new Terminal({ out, err, env, onClosed: () => undefined }) };
}

describe('TrainView', () => {
  it('prints the titles once and a line for each train step', () => {
    const { out, err, terminal } = open(false);
    const view = new TrainView(terminal, 4);
    view.onStep(makeStep(1, { 'reward/total': 0.5, 'seconds/step': 30 }));
    view.onStatus(makeStatus());
    view.onStep(makeStep(2, { 'reward/total': 0.75, 'seconds/step': 50 }));
    const rows = out.text
      .trimEnd()
      .split('\n')
      .map((row) => row.trim().split(/ {2,}/));
    assert.deepEqual(
      rows.map((row) => [...row.slice(0, 2), row.at(-1)]),
      [
        ['step', 'reward', 'left'],
        ['1/4', '0.500', '2 min'],
        ['2/4', '0.750', '1 min'],
      ],
    );
    assert.equal(err.text, '');
  });

  it('shows on a terminal what is being done and how long it will take', () => {
    const { err, terminal } = open(true);
    const view = new TrainView(terminal, 4);
    view.onStatus(makeStatus({ step: 0, activity: 'Waiting for the trainer' }));
    assert.match(err.text, /step 0\/4 · Waiting for the trainer$/);
    view.onStep(makeStep(1, { 'seconds/step': 30 }));
    view.onStatus(makeStatus({ step: 1 }));
    assert.match(err.text, /step 1\/4 · Training · 2 min left$/);
    view.onStatus(makeStatus({ activity: '' }));
    assert.ok(err.text.endsWith('\r\u001B[2K'));
  });

  it('learns from the status of a run elsewhere how many train steps there are', () => {
    const { out, terminal } = open(false);
    const view = new TrainView(terminal, null);
    view.onStatus(makeStatus({ totalSteps: 9 }));
    view.onStep(makeStep(1, { 'seconds/step': 30 }));
    assert.match(out.text, /^ *1\/9 .* 4 min\n$/m);
  });

  it('tells in words what a person must know, and no control characters of others', () => {
    const { err, terminal } = open(false);
    const view = new TrainView(terminal, null);
    view.onEvent(makeEvent('process-ended', 'The trainer \u001B[31mended.'));
    view.onEvent(makeEvent('step-ended', 'Train step 1 is done'));
    view.onProblem('A line cannot be read.');
    assert.ok(!err.text.includes('\u001B'));
    assert.match(err.text, /^The trainer .*ended\.\nA line cannot be read\.\n$/);
  });
});

describe('TrainEvents', () => {
  it('prints every event and every measured step as one JSON object a line', () => {
    const { out, terminal } = open(false);
    const view = new TrainEvents(terminal);
    view.onStatus();
    view.onEvent(makeEvent('run-started'));
    view.onStep(makeStep(1, { 'reward/total': 0.5 }));
    const told = [
      makeEvent('run-started'),
      { type: 'step-measured', ...makeStep(1, { 'reward/total': 0.5 }) },
    ];
    assert.equal(out.text, told.map((one) => `${JSON.stringify(one)}\n`).join(''));
  });
});
