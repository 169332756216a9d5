// The state that VS Code keeps for the panel of evaluations while it is hidden or the window reloads. What another version of the
// product saved is not trusted: then the page starts where the extension says.
import type { EvaluationRoute } from '../../runtime/contract/evaluationPanel.ts';
import { isRecord } from '../label/savedValues.ts';

/** The saved route, when it belongs to this folder and can be read; null otherwise. */
export function savedEvaluationRoute(saved: unknown, workspace: string): EvaluationRoute | null {
  if (!isRecord(saved) || saved['version'] !== 1 || saved['workspace'] !== workspace) return null;
  const { route } = saved;
  if (!isRecord(route)) return null;
  const { page, chosen, name } = route;
  if (page === 'evaluation') return typeof name === 'string' ? { page, name } : null;
  if (page !== 'evaluations') return null;
  const names = Array.isArray(chosen) ? chosen.filter((one) => typeof one === 'string') : [];
  return { page, chosen: names.slice(0, 2) };
}
