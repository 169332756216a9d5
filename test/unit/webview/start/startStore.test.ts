import assert from 'node:assert/strict';
import type {
  StartHostMessage,
  startPanelRequests,
} from '../../../../runtime/contract/startPanel.ts';
import { type FactsOf, MessageHost } from '../../../../webview/messages/host.ts';
import { StartStore } from '../../../../webview/start/startStore.ts';
import { makeStartView, makeWish } from '../../../fakes/startViews.ts';

function make() {
  const host = new MessageHost<typeof startPanelRequests, FactsOf<StartHostMessage>>(
    () => undefined,
  );
  const first = makeStartView();
  const store = new StartStore(first);
  const stop = new AbortController();
  const before: unknown[] = [];
  store.listen(host, stop.signal);
  store.onChange((view) => before.push(view), stop.signal);
  const tell = (message: StartHostMessage): void => host.receive(message);
  return { store, first, stop, before, tell };
}

describe('StartStore', () => {
  it('has what the extension said last, and says what was before', () => {
    const { store, first, before, tell } = make();
    const view = makeStartView({ wish: makeWish({ steps: 7 }) });
    tell({ kind: 'start-changed', view });
    assert.equal(store.view.wish.steps, 7);
    assert.deepEqual(before, [first]);
  });

  it('keeps all else while the work goes on', () => {
    const { store, first, tell } = make();
    const work = { doing: 'plan', activity: 'Inspecting', done: 1, total: 4 } as const;
    tell({ kind: 'start-progressed', work });
    assert.deepEqual(store.view, { ...first, work });
  });

  it('hears no more when its page is gone', () => {
    const { store, first, stop, before, tell } = make();
    stop.abort();
    tell({ kind: 'start-changed', view: makeStartView({ plan: null }) });
    assert.equal(store.view, first);
    assert.deepEqual(before, []);
  });
});
