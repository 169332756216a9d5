import assert from 'node:assert/strict';
import { relay } from '../../../runtime/agent/relay.ts';

interface Note {
  readonly note: number;
}

async function drain<Result>(events: AsyncGenerator<Note, Result, undefined>) {
  const notes: number[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) return { notes, result: next.value };
    notes.push(next.value.note);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('relay', () => {
  it('yields what is emitted, then gives the result', async () => {
    const seen = await drain(
      relay<Note, string>(async (emit) => {
        emit({ note: 1 });
        await pause(2);
        emit({ note: 2 });
        emit({ note: 3 });
        return 'done';
      }),
    );
    assert.deepEqual(seen, { notes: [1, 2, 3], result: 'done' });
  });

  it('yields an event while the work goes on', async () => {
    let finish: (result: undefined) => void = () => undefined;
    const events = relay<Note, undefined>((emit) => {
      emit({ note: 1 });
      return new Promise((resolve) => (finish = resolve));
    });
    assert.deepEqual((await events.next()).value, { note: 1 });
    finish(undefined);
    assert.equal((await events.next()).done, true);
  });

  it('throws only after what was emitted before has been taken', async () => {
    const events = relay<Note, undefined>((emit) => {
      emit({ note: 1 });
      return Promise.reject(new Error('broken'));
    });
    assert.deepEqual((await events.next()).value, { note: 1 });
    await assert.rejects(events.next(), /broken/);
  });

  it('works without any event', async () => {
    assert.deepEqual(await drain(relay<Note, number>(() => Promise.resolve(4))), {
      notes: [],
      result: 4,
    });
  });
});
