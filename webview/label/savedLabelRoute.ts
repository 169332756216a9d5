// The state that VS Code keeps for the labelling panel while it is hidden or the window reloads. What another version of the
// product saved is not trusted: then the page starts where the extension says.
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import { isLevel, isRecord } from './savedValues.ts';

/** The saved route, when it belongs to this workspace and can be read; null otherwise. */
export function savedLabelRoute(saved: unknown, workspace: string): LabelRoute | null {
  if (!isRecord(saved) || saved['version'] !== 1 || saved['workspace'] !== workspace) return null;
  const { route } = saved;
  return isRecord(route) ? readRoute(route) : null;
}

/** What was entered and not committed, as Drafts saved it. */
export function savedDrafts(saved: unknown): unknown {
  return isRecord(saved) ? saved['drafts'] : null;
}

function readRoute(route: Readonly<Record<string, unknown>>): LabelRoute | null {
  const { page, position, judge, judged, people } = route;
  switch (page) {
    case 'label':
    case 'conflicts':
      return { page, position: isPosition(position) ? position : null };
    case 'agreement':
      return typeof judge === 'string' ? { page, judge } : { page };
    case 'cell':
      if (typeof judge !== 'string' || !isLevel(judged) || !isLevel(people)) return null;
      return { page, judge, judged, people };
    default:
      return null;
  }
}

function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}
