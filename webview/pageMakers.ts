// Which page shows which route.
import type { Route } from '../runtime/contract/panel.ts';
import { makeComparePage } from './compare/comparePage.ts';
import { makeGroupPage } from './group/groupPage.ts';
import { makeListPage } from './list/listPage.ts';
import type { Page, PageContext, PageMakers } from './shell/page.ts';
import { makeTablePage } from './table/tablePage.ts';
import { makeTrajectoryPage } from './trajectory/trajectoryPage.ts';

const pageMakers: PageMakers = {
  list: makeListPage,
  trajectory: makeTrajectoryPage,
  group: makeGroupPage,
  compare: makeComparePage,
  table: makeTablePage,
};

export function makePage(context: PageContext, route: Route): Page {
  switch (route.page) {
    case 'list':
      return pageMakers.list(context, route);
    case 'trajectory':
      return pageMakers.trajectory(context, route);
    case 'group':
      return pageMakers.group(context, route);
    case 'compare':
      return pageMakers.compare(context, route);
    case 'table':
      return pageMakers.table(context, route);
  }
}
