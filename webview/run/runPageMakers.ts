// Which page of a run's panel shows which route.
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import { makeCheckpointsPage } from '../checkpoints/checkpointsPage.ts';
import { makeQueuePage } from '../queue/queuePage.ts';
import type { Page } from '../shell/page.ts';
import type { RunContext, RunPageMakers } from './runContext.ts';
import { makeTrainingPage } from './trainingPage.ts';

const makers: RunPageMakers = {
  run: makeTrainingPage,
  queue: makeQueuePage,
  checkpoints: makeCheckpointsPage,
};

export function makePage(context: RunContext, route: RunRoute): Page<RunRoute> {
  switch (route.page) {
    case 'run':
      return makers.run(context, route);
    case 'queue':
      return makers.queue(context, route);
    case 'checkpoints':
      return makers.checkpoints(context, route);
  }
}
