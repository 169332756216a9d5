import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { MachineConnection } from '../../../../runtime/contract/machine.ts';
import { Channel } from '../../../../runtime/remote/link/channel.ts';
import { ConnectionKeeper } from '../../../../runtime/remote/link/connectionKeeper.ts';
import { SteadyCalls } from '../../../../runtime/remote/link/steadyCalls.ts';
import { systemClock } from '../../../../runtime/support/clock.ts';
import { type FailureError, failure } from '../../../../runtime/support/errors.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import { AgentStreams } from '../../../fakes/agentStreams.ts';
import { failureOf } from '../../../fakes/failureOf.ts';

const signal = new AbortController().signal;
const unreachable = failure('remote', 'offline', 'a100 cannot be reached. No answer came.');
const refused = failure('remote', 'refused', 'Cannot connect to a100. The key is not accepted.');

/** Connections that come about or fail as they are listed; the last one counts for all after it. */
class Attempts {
  readonly open: AgentStreams[] = [];
  readonly states: MachineConnection['state'][] = [];
  readonly keeper: ConnectionKeeper;
  readonly calls: SteadyCalls;
  count = 0;

  constructor(...outcomes: readonly ('works' | FailureError)[]) {
    const connect = async (connecting: AbortSignal): Promise<Channel> => {
      const outcome = outcomes[Math.min(this.count, outcomes.length - 1)] ?? 'works';
      this.count += 1;
      await delay(5, undefined, { signal: connecting });
      if (outcome !== 'works') throw outcome;
      const streams = new AgentStreams(() => ({ ok: true }));
      this.open.push(streams);
      return new Channel(streams, systemClock);
    };
    // Waits are a hundredth of the usual ones by a random number that is none.
    const parts = { machine: 'a100', clock: systemClock, random: () => -0.98, log: silentLog };
    this.keeper = new ConnectionKeeper({ ...parts, connector: { connect } });
    this.calls = new SteadyCalls('a100', this.keeper, systemClock);
    this.keeper.onConnection(({ state }) => void this.states.push(state));
  }
}

describe('a kept connection', () => {
  let attempts: Attempts;
  afterEach(() => attempts.keeper.close());

  it('is opened by the first call and used by all', async () => {
    attempts = new Attempts('works');
    assert.equal(attempts.keeper.connection.state, 'idle');
    const { keeper } = attempts;
    const [one, other] = await Promise.all([keeper.channel(signal), keeper.channel(signal)]);
    assert.equal(one, other);
    assert.equal(attempts.count, 1);
    assert.deepEqual(attempts.states, ['connecting', 'connected']);
  });

  it('is tried again by itself when the machine cannot be reached', async () => {
    attempts = new Attempts(unreachable, unreachable, 'works');
    assert.equal((await failureOf(attempts.keeper.channel(signal))).code, 'remote/offline');
    const { connection } = attempts.keeper;
    assert.ok(connection.state === 'offline' && connection.nextTryAt !== null);
    assert.equal(connection.lastSeenAt, null);
    await delay(200);
    assert.equal(attempts.keeper.connection.state, 'connected');
    assert.equal(attempts.count, 3);
  });

  it('does not try for every call while it waits', async () => {
    attempts = new Attempts(unreachable);
    await failureOf(attempts.keeper.channel(signal));
    await failureOf(attempts.keeper.channel(signal));
    assert.equal(attempts.count, 1);
  });

  it('is not tried again by itself when only a person can mend it, but when they ask', async () => {
    attempts = new Attempts(refused, 'works');
    assert.equal((await failureOf(attempts.keeper.channel(signal))).code, 'remote/refused');
    await delay(100);
    assert.equal(attempts.count, 1);
    const { connection } = attempts.keeper;
    assert.ok(connection.state === 'offline' && connection.nextTryAt === null);
    attempts.keeper.retry();
    await attempts.keeper.channel(signal);
    assert.equal(attempts.keeper.connection.state, 'connected');
  });

  it('is back by itself after a break, and says when the machine was seen last', async () => {
    attempts = new Attempts('works');
    await attempts.keeper.channel(signal);
    attempts.open[0]?.end('Broken pipe');
    await delay(0);
    const { connection } = attempts.keeper;
    assert.ok(connection.state === 'offline' && connection.lastSeenAt !== null);
    assert.match(connection.problem, /The connection broke\. Broken pipe/);
    await delay(100);
    assert.equal(attempts.keeper.connection.state, 'connected');
  });

  it('is called off when nobody waits for it any more', async () => {
    attempts = new Attempts('works');
    const stop = new AbortController();
    const waiting = attempts.keeper.channel(stop.signal);
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await delay(20);
    assert.equal(attempts.keeper.connection.state, 'idle');
    await attempts.keeper.channel(signal);
  });

  it('is not opened once it is closed', async () => {
    attempts = new Attempts('works');
    await attempts.keeper.channel(signal);
    await attempts.keeper.close();
    assert.equal(attempts.open[0]?.isClosed, true);
    assert.match((await failureOf(attempts.keeper.channel(signal))).message, /was detached/);
  });
});

describe('calls over a connection that breaks', () => {
  let attempts: Attempts;
  afterEach(() => attempts.keeper.close());

  /** Breaks the connection under the first so many tries. */
  const breaking = (times: number) => {
    let tries = 0;
    return async (channel: Channel): Promise<string> => {
      tries += 1;
      if (tries > times) return `try ${tries}`;
      attempts.open.at(-1)?.end('cut');
      throw await channel.broken;
    };
  };

  it('are repeated once when they are short', async () => {
    attempts = new Attempts('works');
    assert.equal(await attempts.calls.short(signal, breaking(1)), 'try 2');
    const { code } = await failureOf(attempts.calls.short(signal, breaking(2)));
    assert.equal(code, 'remote/offline');
  });

  it('are not repeated when they must not happen twice', async () => {
    attempts = new Attempts('works');
    const { code } = await failureOf(attempts.calls.once(signal, breaking(1)));
    assert.equal(code, 'remote/offline');
  });

  it('go on as often as it takes when they are long', async () => {
    attempts = new Attempts('works', unreachable, unreachable, 'works');
    assert.equal(await attempts.calls.long(signal, breaking(4)), 'try 5');
    assert.equal(attempts.open.length, 5);
  });

  it('end at once when the machine was never reached', async () => {
    attempts = new Attempts(unreachable);
    await failureOf(attempts.calls.long(signal, breaking(0)));
    assert.equal(attempts.count, 1);
  });

  it('end when only a person can mend it', async () => {
    attempts = new Attempts('works', refused);
    assert.equal(
      (await failureOf(attempts.calls.long(signal, breaking(1)))).code,
      'remote/refused',
    );
  });

  it('end when they are called off while they wait', async () => {
    attempts = new Attempts('works', unreachable);
    const stop = new AbortController();
    const waiting = attempts.calls.long(stop.signal, breaking(1));
    setTimeout(() => stop.abort(), 60);
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
