import assert from 'node:assert/strict';
import { Interrupts } from '../../../runtime/cli/interrupts.ts';
import { FakeSignals } from '../../fakes/terminalSession.ts';

describe('Interrupts', () => {
  function open() {
    const signals = new FakeSignals();
    const said: string[] = [];
    return { signals, said, interrupts: new Interrupts(signals, (text) => said.push(text)) };
  }

  it('stops the work on the first Ctrl+C and says how to end at once', () => {
    const { signals, said, interrupts } = open();
    signals.send('SIGINT');
    assert.equal(interrupts.signal.aborted, true);
    assert.equal(interrupts.exitCode, 130);
    assert.deepEqual(signals.exits, []);
    assert.match(said.join(), /Ctrl\+C again/);
  });

  it('ends at once on the second', () => {
    const { signals } = open();
    signals.send('SIGINT');
    signals.send('SIGINT');
    assert.deepEqual(signals.exits, [130]);
  });

  it('tells termination from Ctrl+C', () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const { signals, said, interrupts } = open();
      signals.send(signal);
      assert.equal(interrupts.exitCode, 143);
      assert.deepEqual(said, []);
    }
  });

  it('can be stopped for another reason, without an exit code', () => {
    const { interrupts } = open();
    interrupts.stop();
    assert.equal(interrupts.signal.aborted, true);
    assert.equal(interrupts.exitCode, null);
  });

  it('lets a command decide what signals mean, and counts each kind', () => {
    const { signals, said, interrupts } = open();
    const told: string[] = [];
    interrupts.handOver((signal, count) => told.push(`${signal} ${count}`));
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGINT', 'SIGINT'] as const) signals.send(signal);
    assert.deepEqual(told, ['SIGINT 1', 'SIGHUP 1', 'SIGINT 2', 'SIGINT 3']);
    assert.equal(interrupts.signal.aborted, false);
    assert.equal(interrupts.exitCode, null);
    assert.deepEqual([...signals.exits, ...said], []);
  });

  it('listens no more after dispose', () => {
    const { signals, interrupts } = open();
    interrupts.dispose();
    signals.send('SIGINT');
    assert.equal(interrupts.signal.aborted, false);
  });
});
