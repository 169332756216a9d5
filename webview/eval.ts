// Entry of the pages of evaluations. Constructs the shell and starts it with what the extension says; everything else is its parts'.
import type {
  EvaluationHostMessage,
  evaluationPanelRequests,
  EvaluationRoute,
} from '../runtime/contract/evaluationPanel.ts';
import type { EvaluationContext } from './evaluations/evaluationContext.ts';
import { EvaluationPage } from './evaluations/evaluationPage.ts';
import { EvaluationsPage } from './evaluations/evaluationsPage.ts';
import { savedEvaluationRoute } from './evaluations/savedEvaluationRoute.ts';
import type { FactsOf } from './messages/host.ts';
import type { FrameContext, Page } from './shell/page.ts';
import { Shell } from './shell/shell.ts';
import { startPanel } from './shell/startPanel.ts';

type Facts = FactsOf<EvaluationHostMessage>;

await startPanel<typeof evaluationPanelRequests, Facts>(async ({ root, api, host, signal }) => {
  const state = await host.request('ready', {});
  const makePage = (
    frame: FrameContext<EvaluationRoute>,
    route: EvaluationRoute,
  ): Page<EvaluationRoute> => {
    const context: EvaluationContext = { ...frame, host, now: () => Date.now() };
    return route.page === 'evaluation'
      ? new EvaluationPage(context, route).start()
      : new EvaluationsPage(context, route).start();
  };
  const shell = new Shell<EvaluationRoute>({
    root,
    route: savedEvaluationRoute(api.getState(), state.workspace) ?? state.route,
    make: makePage,
    save: (route) => api.setState({ ...state, route }),
  });
  host.on('go', ({ route }) => shell.go(route), signal);
  shell.run();
});
