import assert from 'node:assert/strict';
import { RunRoute } from '../../../../runtime/contract/runPanel.ts';
import { runPlace } from '../../../fakes/runPages.ts';
import { firstQueueRoute, savedQueueRoute } from '../../../../webview/queue/queueRoute.ts';
import { savedRunRoute } from '../../../../webview/run/savedRunRoute.ts';

describe('queueRoute', () => {
  it('begins at what the contract takes for granted', () => {
    assert.deepEqual(RunRoute.parse({ page: 'queue' }), firstQueueRoute);
  });

  it('comes back as it was saved', () => {
    const route = RunRoute.parse({
      ...{ page: 'queue', step: 27, filter: '@cooling xlsx', show: 'skipped', sort: 'task' },
      chosen: { taskId: 't-0402', cell: 5 },
    });
    const saved: unknown = JSON.parse(JSON.stringify({ version: 1, place: runPlace, route }));
    assert.deepEqual(savedRunRoute(saved, runPlace), route);
  });

  it('takes what it can read, and the rest as on a page that was just opened', () => {
    const strange = { step: -1, filter: 7, show: 'some', sort: null, chosen: { taskId: 1 } };
    assert.deepEqual(savedQueueRoute(strange), firstQueueRoute);
    assert.deepEqual(savedQueueRoute({ chosen: { taskId: 'a', cell: 1.5 } }), firstQueueRoute);
    assert.deepEqual(savedQueueRoute({ step: 3, chosen: { taskId: 'a', cell: null } }), {
      ...firstQueueRoute,
      ...{ step: 3, chosen: { taskId: 'a', cell: null } },
    });
  });
});
