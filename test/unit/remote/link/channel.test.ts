import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Channel, usualTimes } from '../../../../runtime/remote/link/channel.ts';
import { AgentRefusal, ConnectionBroken } from '../../../../runtime/remote/link/remoteProblem.ts';
import { systemClock } from '../../../../runtime/support/clock.ts';
import { AgentStreams } from '../../../fakes/agentStreams.ts';

const signal = new AbortController().signal;

describe('a channel', () => {
  it('gives each question its answer, in whatever order they come', async () => {
    const streams = new AgentStreams(() => null);
    const channel = new Channel(streams, systemClock);
    const answers = Promise.all([1, 2].map((n) => channel.ask({ name: `q${n}`, signal })));
    await delay(10);
    streams.say(2, { ok: true, said: 'two' });
    streams.say(1, { ok: true, said: 'one' }, Buffer.from('body'));
    const [first, second] = await answers;
    assert.equal(first?.fields['said'], 'one');
    assert.equal(Buffer.from(first.body).toString(), 'body');
    assert.equal(second?.fields['said'], 'two');
    await channel.close();
  });

  it('passes on what comes before the answer', async () => {
    const streams = new AgentStreams(({ number, fields }) => {
      if (fields['do'] !== 'run') return null;
      streams.say(number, { event: 'stdout' }, Buffer.from('a'));
      return { ok: true };
    });
    const channel = new Channel(streams, systemClock);
    const events: string[] = [];
    const onEvent = (event: string, body: Uint8Array) =>
      void events.push(`${event} ${Buffer.from(body).toString()}`);
    await channel.ask({ name: 'run', signal, onEvent });
    assert.deepEqual(events, ['stdout a']);
    await channel.close();
  });

  it('says what the machine refuses', async () => {
    const refusal = { ok: false, kind: 'disk-full', message: 'No space left' };
    const channel = new Channel(new AgentStreams(() => refusal), systemClock);
    const refused = channel.ask({ name: 'put-open', signal });
    await assert.rejects(
      refused,
      (error) => error instanceof AgentRefusal && error.kind === 'disk-full',
    );
    await channel.close();
  });

  it('calls off what nobody waits for any more', async () => {
    const streams = new AgentStreams(() => null);
    const channel = new Channel(streams, systemClock);
    const stop = new AbortController();
    const asked = channel.ask({ name: 'run', signal: stop.signal });
    stop.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    await delay(10);
    assert.deepEqual(streams.names, ['run', 'call-off']);
    assert.equal(streams.asked.at(-1)?.fields['of'], 1);
    await channel.close();
  });

  it('breaks with all that is awaited when the connection ends', async () => {
    const streams = new AgentStreams(() => null);
    const channel = new Channel(streams, systemClock);
    const asked = channel.ask({ name: 'look', signal });
    streams.end('client_loop: send disconnect');
    await assert.rejects(asked, (error) => error instanceof ConnectionBroken && !error.isSilent);
    assert.equal(channel.isOpen, false);
    await assert.rejects(channel.ask({ name: 'look', signal }), ConnectionBroken);
    assert.match((await channel.broken).message, /send disconnect/);
  });

  it('breaks when nothing comes although something is awaited', async () => {
    const streams = new AgentStreams(() => null);
    const times = { askMilliseconds: 20, silentMilliseconds: 100, idleMilliseconds: 1_000 };
    const channel = new Channel(streams, systemClock, times);
    const asked = channel.ask({ name: 'look', signal });
    await assert.rejects(asked, (error) => error instanceof ConnectionBroken && error.isSilent);
    assert.ok(streams.isClosed);
    assert.ok(streams.asked.some(({ fields }) => fields['do'] === 'ping'));
  });

  it('does not break while a long call is answered by signs of life alone', async () => {
    const streams = new AgentStreams(({ fields }) =>
      fields['do'] === 'ping' ? { ok: true } : null,
    );
    const times = { askMilliseconds: 20, silentMilliseconds: 100, idleMilliseconds: 1_000 };
    const channel = new Channel(streams, systemClock, times);
    const asked = channel.ask({ name: 'run', signal });
    await delay(400);
    streams.say(1, { ok: true });
    await asked;
    await channel.close();
  });

  it('says nothing while nothing is awaited, but once a minute', async () => {
    const streams = new AgentStreams(() => null);
    const times = { askMilliseconds: 10, silentMilliseconds: 50, idleMilliseconds: 200 };
    const channel = new Channel(streams, systemClock, times);
    await delay(150);
    assert.equal(streams.asked.length, 0);
    await delay(120);
    assert.equal(streams.asked.length, 1);
    assert.ok(channel.isOpen);
    assert.equal(usualTimes.idleMilliseconds, 60_000);
    await channel.close();
  });

  it('breaks when something else writes to its stream', async () => {
    const streams = new AgentStreams(() => null);
    const channel = new Channel(streams, systemClock);
    streams.fromMachine.write('-bash: line 1: oops, this is no message');
    assert.match((await channel.broken).message, /no message of ours/);
    assert.ok(streams.isClosed);
  });
});
