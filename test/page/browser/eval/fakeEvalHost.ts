// Stands for the extension on the pages of evaluations without VS Code. The page's address says what is shown: `/eval?shown=none`
// has no evaluations; a test reaches in through `window.evalHost`.
import {
  type EvaluationHostMessage,
  EvaluationPageMessage,
  type EvaluationPanelRequestName,
  evaluationPanelRequests,
  EvaluationRoute,
} from '../../../../runtime/contract/evaluationPanel.ts';
import {
  evaluationComparison,
  evaluationDetail,
  evaluationGroups,
} from '../../../fakes/evaluationViews.ts';
import { type FakePanel, startFakePanel } from '../fakePanel.ts';

declare global {
  interface Window {
    evalHost: FakePanel<EvaluationPanelRequestName, EvaluationHostMessage>;
  }
}

const address = new URLSearchParams(location.search);
const route = EvaluationRoute.parse(
  JSON.parse(address.get('route') ?? '{"page":"evaluations","chosen":[]}'),
);
const groups = address.get('shown') === 'none' ? [] : evaluationGroups;

window.evalHost = startFakePanel<EvaluationPanelRequestName, EvaluationHostMessage>({
  schemas: evaluationPanelRequests,
  parse: (message) => EvaluationPageMessage.parse(message),
  answers: {
    ready: () => ({ version: 1, workspace: '/data/museum', route }),
    list: () => ({ groups, problems: [] }),
    read: () => evaluationDetail,
    compare: ({ first, second }) => evaluationComparison(String(first), String(second)),
  },
  fail: address.get('fail'),
});
