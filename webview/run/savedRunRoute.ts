// The state that VS Code keeps for a run's panel while it is hidden or the window reloads. What another version of the product
// saved is not trusted: then the page starts where the extension says.
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import type { HealthBadge, RunPlace } from '../../runtime/contract/training/runView.ts';
import { savedCheckpointsRoute } from '../checkpoints/checkpointsRoute.ts';
import { isRecord } from '../label/savedValues.ts';
import { savedQueueRoute } from '../queue/queueRoute.ts';

/** The saved route, when it belongs to this run and can be read; null otherwise. */
export function savedRunRoute(saved: unknown, place: RunPlace): RunRoute | null {
  if (!isRecord(saved) || saved['version'] !== 1 || !isSamePlace(saved['place'], place))
    return null;
  const { route } = saved;
  return isRecord(route) ? readRoute(route) : null;
}

function readRoute(route: Readonly<Record<string, unknown>>): RunRoute | null {
  const { page, axis, smooth, zoom, badge, compared, tables } = route;
  if (page === 'queue') return savedQueueRoute(route);
  if (page === 'checkpoints') return savedCheckpointsRoute(route);
  if (page !== 'run') return null;
  return {
    page,
    axis: axis === 'time' ? 'time' : 'step',
    smooth: smooth !== false,
    zoom: isZoom(zoom) ? zoom : null,
    ...(badge === null || isBadge(badge) ? { badge } : {}),
    compared: Array.isArray(compared) ? compared.filter(isPlace) : [],
    tables: Array.isArray(tables) ? tables.filter((one) => typeof one === 'string') : [],
  };
}

function isZoom(value: unknown): value is { from: number; to: number } {
  if (!isRecord(value)) return false;
  const { from, to } = value;
  return typeof from === 'number' && typeof to === 'number' && from < to;
}

const badgeIds: Readonly<Record<HealthBadge['id'], true>> = {
  'zero-variance': true,
  'judge-unreadable': true,
  truncated: true,
  'log-prob-gap': true,
  learning: true,
};

function isBadge(value: unknown): value is HealthBadge['id'] {
  return typeof value === 'string' && value in badgeIds;
}

function isPlace(value: unknown): value is RunPlace {
  return (
    isRecord(value) && typeof value['machine'] === 'string' && typeof value['folder'] === 'string'
  );
}

function isSamePlace(value: unknown, place: RunPlace): boolean {
  return isPlace(value) && value.machine === place.machine && value.folder === place.folder;
}
