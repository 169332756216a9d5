import assert from 'node:assert/strict';
import type { RunRoute } from '../../../../runtime/contract/runPanel.ts';
import { badgeRoute } from '../../../../webview/run/badgeRoute.ts';

const shown: RunRoute = {
  ...{ page: 'run', axis: 'time', smooth: false, zoom: { from: 3, to: 9 } },
  ...{ compared: [], tables: ['reward'] },
};

describe('the way to a badge', () => {
  it('leaves the charts as they are', () => {
    assert.deepEqual(badgeRoute(shown, 'learning'), { ...shown, badge: 'learning' });
    const open = badgeRoute({ ...shown, badge: null }, 'truncated');
    assert.equal(open.badge, 'truncated');
  });

  it('leads to the page of the run from where that is not known', () => {
    const route = badgeRoute(null, 'truncated');
    assert.deepEqual([route.page, route.badge, route.zoom], ['run', 'truncated', null]);
  });
});
