import assert from 'node:assert/strict';
import type { RunEvent } from '../../../../runtime/contract/events.ts';
import { type HostFact, MessageHost } from '../../../../webview/messages/host.ts';
import { TrajectoryStore } from '../../../../webview/trajectory/state/trajectoryStore.ts';
import { at, makeStep, makeTask } from '../../../fakes/records.ts';

const started = (trajectoryId: string): RunEvent => ({
  ...{ version: 1, trajectoryId, at, type: 'rollout-started' },
  ...{ task: makeTask(), model: 'fake', recipe: 'tool-r1', tools: [], maxSteps: 9, file: null },
});
const ended = (trajectoryId: string): RunEvent => ({
  ...{ version: 1, trajectoryId, at, type: 'rollout-ended', stopReason: 'cancelled' },
  ...{ finalAnswer: null, steps: 0, reward: null, failure: null, milliseconds: 1 },
});
const stepped = (trajectoryId: string, index: number): RunEvent => ({
  ...{ version: 1, trajectoryId, at, type: 'step-ended', step: makeStep({ index }) },
});

function listening(store: TrajectoryStore) {
  const stop = new AbortController();
  const host = new MessageHost(() => undefined);
  store.listen(host, stop.signal);
  return { stop, tell: (fact: HostFact) => host.receive(fact) };
}

describe('TrajectoryStore', () => {
  it('begins with the events of what is under way', () => {
    const store = new TrajectoryStore([started('a'), stepped('a', 1)]);
    assert.equal(store.get('a').phase, 'running');
    assert.equal(store.get('a').rows.length, 1);
    assert.equal(store.get('b').phase, 'reading');
  });

  it('keeps the events of every rollout, whichever page is shown', () => {
    const store = new TrajectoryStore([]);
    const { tell } = listening(store);
    tell({ kind: 'run-events', events: [started('a'), started('b'), stepped('a', 1)] });
    assert.equal(store.get('a').rows.length, 1);
    assert.equal(store.get('b').rows.length, 0);
    tell({ kind: 'interrupted', id: 'b', message: 'It ended.' });
    assert.equal(store.get('b').phase, 'interrupted');
    assert.equal(store.get('a').phase, 'running');
  });

  it('tells each listener once for each trajectory, with its events', () => {
    const store = new TrajectoryStore([]);
    const { tell } = listening(store);
    const heard: [string, number][] = [];
    const stop = new AbortController();
    store.subscribe((id, events) => heard.push([id, events.length]), stop.signal);
    tell({ kind: 'run-events', events: [started('a'), stepped('a', 1), started('b')] });
    assert.deepEqual(heard, [
      ['a', 2],
      ['b', 1],
    ]);
    stop.abort();
    tell({ kind: 'run-events', events: [stepped('a', 2)] });
    assert.equal(heard.length, 2);
  });

  it('forgets the trajectories that ended longest ago, never those under way', () => {
    const store = new TrajectoryStore([started('running')]);
    for (let index = 0; index < 10; index += 1) {
      store.tell(`old-${index}`, started(`old-${index}`));
      store.tell(`old-${index}`, ended(`old-${index}`));
    }
    assert.equal(store.get('old-0').phase, 'reading');
    assert.equal(store.get('old-9').phase, 'ended');
    assert.equal(store.get('running').phase, 'running');
  });

  it('keeps a bounded number of steps at hand', () => {
    const store = new TrajectoryStore([started('a')]);
    const steps = Array.from({ length: 1000 }, (_, place) => ({
      step: makeStep({ index: place + 1 }),
      clipped: [],
    }));
    store.tell('a', { type: 'steps-read', steps });
    store.keepNear('a', 500, 200);
    assert.ok(store.get('a').shelf.count <= 200);
    assert.ok(store.get('a').shelf.get(500));
  });
});
