// The state that VS Code keeps for a page while it is hidden or the window reloads. What was saved by another version of the
// product is not trusted: then the page starts where the extension says.
import type { PanelState, Route } from '../../runtime/contract/panel.ts';
import { emptyQuery } from './emptyQuery.ts';

/** The saved route, when it belongs to this file and can be read; null otherwise. */
export function savedRoute(saved: unknown, file: string): Route | null {
  if (!isRecord(saved) || saved['version'] !== 1 || saved['file'] !== file) return null;
  const { route } = saved;
  return isRecord(route) ? readRoute(route) : null;
}

export function panelState(state: PanelState, route: Route): PanelState {
  return { ...state, route };
}

function readRoute(route: Readonly<Record<string, unknown>>): Route | null {
  const { page, id, taskId, name } = route;
  switch (page) {
    case 'list':
      return readListRoute(route);
    case 'trajectory':
      return isId(id) ? { page, id, step: stepOrNull(route['step']) } : null;
    case 'group':
      return typeof taskId === 'string' ? { page, taskId, chosen: ids(route['chosen']) } : null;
    case 'compare': {
      const { left, right } = route;
      return isId(left) && isId(right) ? { page, left, right } : null;
    }
    case 'table': {
      const step = stepOrNull(route['step']);
      if (!isId(id) || step === null || typeof name !== 'string') return null;
      return { page, id, step, name, top: rowOrFirst(route['top']) };
    }
    default:
      return null;
  }
}

/** The keys of a query are the product's own; one of another version starts with an empty query. */
function readListRoute(route: Readonly<Record<string, unknown>>): Route {
  const { query, focusedId } = route;
  return {
    page: 'list',
    query: isRecord(query) ? readQuery(query) : emptyQuery,
    focusedId: isId(focusedId) ? focusedId : null,
    top: rowOrFirst(route['top']),
  };
}

function readQuery(query: Readonly<Record<string, unknown>>): typeof emptyQuery {
  const known = Object.entries(emptyQuery).every(([key, empty]) => isAlike(query[key], empty));
  return known ? { ...emptyQuery, ...query } : emptyQuery;
}

/** Null stands for a number or a word that is not set. */
function isAlike(value: unknown, empty: unknown): boolean {
  if (empty === null) return value === null || ['number', 'string'].includes(typeof value);
  if (Array.isArray(empty)) return Array.isArray(value) && value.every((one) => isText(one));
  return typeof value === typeof empty;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isId(value: unknown): value is string {
  return isText(value) && value.length > 0;
}

function ids(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isId) : [];
}

function stepOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

function rowOrFirst(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}
