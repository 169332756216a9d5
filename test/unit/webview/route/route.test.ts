import assert from 'node:assert/strict';
import type { Route } from '../../../../runtime/contract/panel.ts';
import { Route as RouteSchema } from '../../../../runtime/contract/panel.ts';
import { ListQuery } from '../../../../runtime/contract/viewing.ts';
import { emptyQuery } from '../../../../webview/route/emptyQuery.ts';
import { PageHistory } from '../../../../webview/route/pageHistory.ts';
import { savedRoute } from '../../../../webview/route/panelState.ts';

const list: Route = { page: 'list', query: emptyQuery, focusedId: null, top: 0 };
const trajectory = (id: string): Route => ({ page: 'trajectory', id, step: null });

describe('the empty query', () => {
  it('is what the contract defaults to', () => {
    assert.deepEqual(emptyQuery, ListQuery.parse({}));
  });
});

describe('the way through the pages', () => {
  it('goes back and forward', () => {
    const seen: Route[] = [];
    const history = new PageHistory<Route>(list, (route) => seen.push(route));
    assert.equal(history.back(), false);
    history.go(trajectory('a'));
    history.go(trajectory('b'));
    assert.equal(history.back(), true);
    assert.deepEqual(history.route, trajectory('a'));
    assert.equal(history.canGoForward, true);
    history.forward();
    assert.deepEqual(history.route, trajectory('b'));
    assert.equal(history.forward(), false);
    assert.equal(seen.length, 4);
  });

  it('forgets what lay ahead when it takes another way', () => {
    const history = new PageHistory<Route>(list, () => undefined);
    history.go(trajectory('a'));
    history.back();
    history.go(trajectory('b'));
    assert.equal(history.canGoForward, false);
    history.back();
    assert.deepEqual(history.route, list);
  });

  it('keeps the place on a page, also for the way back', () => {
    const history = new PageHistory<Route>(list, () => undefined);
    history.replace({ ...list, top: 40 });
    history.go(trajectory('a'));
    history.back();
    assert.deepEqual(history.route, { ...list, top: 40 });
    assert.equal(history.canGoBack, false);
  });

  it('is bounded', () => {
    const history = new PageHistory<Route>(list, () => undefined);
    for (let index = 0; index < 500; index += 1) history.go(trajectory(`t${index}`));
    let back = 0;
    while (history.back()) back += 1;
    assert.equal(back, 99);
  });
});

describe('the state that VS Code keeps', () => {
  const routes: Route[] = [
    { ...list, query: { ...emptyQuery, text: 'total', minReward: 0.5, openTasks: ['a'] }, top: 7 },
    { page: 'trajectory', id: 'a', step: 3 },
    { page: 'group', taskId: 'x', chosen: ['a', 'b'] },
    { page: 'compare', left: 'a', right: 'b' },
    { page: 'table', id: 'a', step: 1, name: 'rows', top: 20 },
  ];
  for (const route of routes) {
    it(`is read again for the page ${route.page}`, () => {
      const state = { version: 1, file: 'f.jsonl', route, workspace: null };
      const read = savedRoute(structuredClone(state), 'f.jsonl');
      assert.deepEqual(read, route);
      assert.deepEqual(RouteSchema.parse(read), route);
    });
  }

  const wrong: [what: string, state: unknown][] = [
    ['nothing', undefined],
    ['a text', 'list'],
    ['another version', { version: 2, file: 'f', route: list }],
    ['another file', { version: 1, file: 'g', route: list }],
    ['no route', { version: 1, file: 'f' }],
    ['an unknown page', { version: 1, file: 'f', route: { page: 'chart' } }],
    ['a trajectory without id', { version: 1, file: 'f', route: { page: 'trajectory' } }],
    [
      'a comparison with one side',
      { version: 1, file: 'f', route: { page: 'compare', left: 'a' } },
    ],
    [
      'a table without step',
      { version: 1, file: 'f', route: { page: 'table', id: 'a', name: 'b' } },
    ],
    ['a group without task', { version: 1, file: 'f', route: { page: 'group' } }],
  ];
  for (const [what, state] of wrong) {
    it(`is not taken from ${what}`, () => assert.equal(savedRoute(state, 'f'), null));
  }

  it('loses what another version wrote, and keeps the page', () => {
    const route = { page: 'list', query: { text: 5 }, focusedId: 7, top: -1 };
    assert.deepEqual(savedRoute({ version: 1, file: 'f', route }, 'f'), list);
    const step = { page: 'trajectory', id: 'a', step: 1.5 };
    assert.deepEqual(savedRoute({ version: 1, file: 'f', route: step }, 'f'), trajectory('a'));
  });
});
