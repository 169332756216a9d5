import assert from 'node:assert/strict';
import type { RunEvent } from '../../../runtime/contract/events.ts';
import { Outbox, type Notice } from '../../../runtime/serve/outbox.ts';
import { at } from '../../fakes/records.ts';
import { until } from '../../fakes/until.ts';

const base = { version: 1, trajectoryId: 't1', at } as const;

function text(
  piece: string,
  over: { step?: number; channel?: 'reply' | 'reasoning'; id?: string } = {},
): RunEvent {
  const { step = 1, channel = 'reply', id = 't1' } = over;
  return { ...base, trajectoryId: id, type: 'text-sampled', step, text: piece, channel };
}

function started(step: number): RunEvent {
  return { ...base, type: 'step-started', step };
}

/** A channel that takes a notice only when it is told to. */
function open() {
  const taken: Notice[] = [];
  const problems: unknown[] = [];
  let go: (() => void) | null = null;
  const outbox = new Outbox({
    send: (notice) => {
      taken.push(notice);
      return new Promise((resolve) => (go = resolve));
    },
    onProblem: (_notice, error) => problems.push(error),
  });
  const release = async () => {
    await until(() => go !== null);
    const resolve = go;
    go = null;
    resolve?.();
    await new Promise((done) => setImmediate(done));
  };
  const told = () =>
    taken.map(({ params }) => {
      const event = params as RunEvent;
      return event.type === 'text-sampled' ? `${event.step}:${event.text}` : event.type;
    });
  return { outbox, taken, problems, release, told };
}

describe('Outbox', () => {
  it('puts text together while the channel is busy, in order, and loses none', async () => {
    const { outbox, release, told } = open();
    outbox.event(started(1));
    await until(() => told().length === 1);
    for (const piece of ['a', 'b', 'c']) outbox.event(text(piece));
    outbox.event(started(2));
    outbox.event(text('d', { step: 2 }));
    assert.equal(outbox.size, 3);
    for (let count = 0; count < 4; count += 1) await release();
    assert.deepEqual(told(), ['step-started', '1:abc', 'step-started', '2:d']);
    await outbox.drained();
  });

  it('joins no text of another step, channel or trajectory', async () => {
    const { outbox, told, release } = open();
    outbox.event(text('a'));
    outbox.event(text('b', { channel: 'reasoning' }));
    outbox.event(text('c', { step: 2 }));
    outbox.event(text('d', { step: 2, id: 't2' }));
    for (let count = 0; count < 4; count += 1) await release();
    assert.deepEqual(told(), ['1:a', '1:b', '2:c', '2:d']);
  });

  it('keeps a hundred thousand waiting tokens in one notice', async () => {
    const { outbox, release, told } = open();
    outbox.event(started(1));
    await until(() => told().length === 1);
    for (let count = 0; count < 100_000; count += 1) outbox.event(text('x'));
    assert.equal(outbox.size, 1);
    await release();
    await release();
    assert.equal(told()[1]?.length, 100_002);
  });

  it('sends of several states of one thing only the last', async () => {
    const { outbox, taken, release } = open();
    outbox.event(started(1));
    await until(() => taken.length === 1);
    const state = (about: string, lines: number) =>
      outbox.latest({ name: 'index-changed', params: { about, lines } }, about);
    state('a', 1);
    state('b', 1);
    state('a', 2);
    for (let count = 0; count < 3; count += 1) await release();
    assert.deepEqual(
      taken.slice(1).map(({ params }) => params),
      [
        { about: 'b', lines: 1 },
        { about: 'a', lines: 2 },
      ],
    );
  });

  it('sends each piece of news, in order', async () => {
    const { outbox, taken, release } = open();
    outbox.event(started(1));
    await until(() => taken.length === 1);
    for (const steps of [[1], [2], [3]]) {
      outbox.next({ name: 'run-changed', params: { handle: 'h', steps } });
    }
    for (let count = 0; count < 4; count += 1) await release();
    assert.deepEqual(
      taken.slice(1).map(({ params }) => params),
      [1, 2, 3].map((step) => ({ handle: 'h', steps: [step] })),
    );
  });

  it('goes on after a notice that could not be sent', async () => {
    const sent: Notice[] = [];
    const problems: Notice[] = [];
    const outbox = new Outbox({
      send: (notice) => {
        sent.push(notice);
        return sent.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
      onProblem: (notice) => problems.push(notice),
    });
    outbox.event(started(1));
    outbox.event(started(2));
    await outbox.drained();
    assert.deepEqual([sent.length, problems.length], [2, 1]);
  });
});
