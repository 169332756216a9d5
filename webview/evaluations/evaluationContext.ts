// What the pages of evaluations get.
import type {
  EvaluationHostMessage,
  evaluationPanelRequests,
  EvaluationRoute,
} from '../../runtime/contract/evaluationPanel.ts';
import type { FactsOf, HostOf } from '../messages/host.ts';
import type { FrameContext } from '../shell/page.ts';

export type EvaluationPanelHost = HostOf<
  typeof evaluationPanelRequests,
  FactsOf<EvaluationHostMessage>
>;

export interface EvaluationContext extends FrameContext<EvaluationRoute> {
  readonly host: EvaluationPanelHost;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type ListRoute = Extract<EvaluationRoute, { page: 'evaluations' }>;
export type DetailRoute = Extract<EvaluationRoute, { page: 'evaluation' }>;

export const plainListRoute: ListRoute = { page: 'evaluations', chosen: [] };
