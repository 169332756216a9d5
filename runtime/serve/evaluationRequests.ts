// Answers the requests of contract/evaluationRequests.ts. They only read.
import {
  comparedEvaluations,
  evaluationDetail,
  listEvaluations,
} from '../evaluate/evaluationViews.ts';
import type { RequestHandlers } from './requestHandlers.ts';

export type EvaluationHandlers = Pick<
  RequestHandlers,
  'list-evaluations' | 'read-evaluation' | 'compare-evaluations'
>;

export function evaluationHandlers(): EvaluationHandlers {
  return {
    'list-evaluations': async ({ workspace }, signal) => {
      const { groups, problems } = await listEvaluations(workspace, signal);
      return { groups: [...groups], problems: [...problems] };
    },
    'read-evaluation': ({ workspace, name }, signal) => evaluationDetail(workspace, name, signal),
    'compare-evaluations': ({ workspace, ...names }, signal) =>
      comparedEvaluations(workspace, names, signal),
  };
}
