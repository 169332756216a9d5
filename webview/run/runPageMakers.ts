// Which page of a run's panel shows which route.
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import { makeQueuePage } from '../queue/queuePage.ts';
import type { Page } from '../shell/page.ts';
import type { RunContext, RunPageMakers } from './runContext.ts';
import { makeTrainingPage } from './trainingPage.ts';

const makers: RunPageMakers = { run: makeTrainingPage, queue: makeQueuePage };

export function makePage(context: RunContext, route: RunRoute): Page<RunRoute> {
  return makers[route.page](context, route);
}
