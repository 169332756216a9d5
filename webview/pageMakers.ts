// Which page shows which route.
import { makeComparePage } from './compare/comparePage.ts';
import { makeGroupPage } from './group/groupPage.ts';
import { makeListPage } from './list/listPage.ts';
import type { PageMakers } from './shell/page.ts';
import { makeTablePage } from './table/tablePage.ts';
import { makeTrajectoryPage } from './trajectory/trajectoryPage.ts';

export const pageMakers: PageMakers = {
  list: makeListPage,
  trajectory: makeTrajectoryPage,
  group: makeGroupPage,
  compare: makeComparePage,
  table: makeTablePage,
};
