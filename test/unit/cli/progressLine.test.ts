import assert from 'node:assert/strict';
import { ProgressLine } from '../../../runtime/cli/progressLine.ts';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';

function open(isTTY: boolean, quietMilliseconds?: number) {
  const err = new FakeStream({ isTTY });
  const terminal = new Terminal({
    out: new FakeStream({ isTTY }),
    err,
    env: { NO_COLOR: '1' },
    onClosed: () => undefined,
  });
  let now = 0;
  const progress = new ProgressLine(terminal, () => now, quietMilliseconds);
  return {
    lines: () => err.text.split('\n').filter((line) => line !== ''),
    text: () => err.text,
    at: (seconds: number, done: number, activity = 'Fetching') => {
      now = seconds * 1000;
      progress.show({ activity, done, total: 100, unit: 'items' });
    },
  };
}

describe('ProgressLine', () => {
  it('moves on a terminal', () => {
    const { at, text } = open(true);
    at(0, 1);
    at(0.1, 2);
    assert.match(text(), /Fetching: 1 %.*\r.*Fetching: 2 %/s);
    assert.doesNotMatch(text(), /\n/);
  });

  it('says nothing on a pipe about what is done within a second', () => {
    const { at, lines } = open(false);
    at(0, 1);
    at(0.9, 100);
    assert.deepEqual(lines(), []);
  });

  it('speaks at once on a pipe when it is told to, and then every ten seconds', () => {
    const { at, lines } = open(false, 0);
    at(0, 0, 'Looking');
    at(1, 0, 'Loading');
    at(5, 0, 'Loading');
    at(11, 0, 'Loading');
    assert.deepEqual(
      lines().map((line) => line.split(':')[0]),
      ['Looking', 'Loading', 'Loading'],
    );
  });

  it('writes a line on a pipe after a second, then every ten seconds, and one at the end', () => {
    const { at, lines } = open(false);
    for (const [seconds, done] of [
      [0, 0],
      [1, 5],
      [2, 10],
      [9, 40],
      [11, 50],
      [12, 60],
      [13, 100],
      [14, 100],
    ] as const) {
      at(seconds, done);
    }
    assert.deepEqual(lines(), [
      'Fetching: 5 % (5 of 100 items)',
      'Fetching: 50 % (50 of 100 items)',
      'Fetching: 100 % (100 of 100 items)',
    ]);
  });

  it('begins anew with each activity', () => {
    const { at, lines } = open(false);
    at(0, 0);
    at(2, 10);
    at(2.5, 0, 'Building');
    at(3, 50, 'Building');
    at(4, 60, 'Building');
    assert.deepEqual(lines(), [
      'Fetching: 10 % (10 of 100 items)',
      'Building: 60 % (60 of 100 items)',
    ]);
  });
});
