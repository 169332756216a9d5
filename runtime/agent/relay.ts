// Turns work that reports through a callback into an async generator, so that a loop can pass its events on as they come.

/**
 * Starts the work and yields what it emits, in order; returns its result or throws its error once everything emitted has
 * been taken. Does not stop the work when the consumer leaves early: whoever owns the work's signal does.
 */
export async function* relay<Event extends object, Result>(
  work: (emit: (event: Event) => void) => Promise<Result>,
): AsyncGenerator<Event, Result, undefined> {
  const waiting: Event[] = [];
  const state = { settled: false, wake: () => {} };
  const result = work((event) => {
    waiting.push(event);
    state.wake();
  }).finally(() => {
    state.settled = true;
    state.wake();
  });
  // Awaited at the end; until then a rejection is not unhandled.
  result.catch(() => undefined);
  for (;;) {
    const event = waiting.shift();
    if (event !== undefined) yield event;
    else if (state.settled) return await result;
    else await new Promise<void>((resolve) => (state.wake = resolve));
  }
}
