// One thing that the server answers: method, path, what must come, and what is done with it. Pure.
import type * as z from 'zod';
import { check, parseJson } from '../support/parseJson.ts';
import { WireProblem } from './wireProblem.ts';

export interface Answer {
  readonly status: number;
  /** A value is sent as JSON; bytes are JSON already. */
  readonly body: unknown;
}

/** A request whose body has arrived. */
export interface Call {
  /** The last part of the path where the route leaves it open; empty otherwise. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly text: string;
  /** Aborted when the caller has gone, and when the server stops. */
  readonly signal: AbortSignal;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** A path that ends with `/` stands for every name after it. */
  readonly path: string;
  /** @throws WireProblem */
  handle(call: Call): Promise<Answer>;
}

/** A route whose body has a schema. */
export function post<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  handle: (body: z.output<Schema>, call: Call) => Promise<Answer> | Answer,
): Route {
  return {
    method: 'POST',
    path,
    handle: async (call) => {
      const body = parseJson(schema, call.text);
      if (!body.ok)
        throw new WireProblem(400, `The body is not what ${path} takes: ${body.problem}`);
      return handle(body.value, call);
    },
  };
}

/** A route whose query has a schema. */
export function get<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  handle: (query: z.output<Schema>, call: Call) => Promise<Answer> | Answer,
): Route {
  return {
    method: 'GET',
    path,
    handle: async (call) => {
      const query = check(schema, Object.fromEntries(call.query));
      if (!query.ok)
        throw new WireProblem(400, `The query is not what ${path} takes: ${query.problem}`);
      return handle(query.value, call);
    },
  };
}

export interface Found {
  readonly route: Route;
  readonly name: string;
}

/** @throws WireProblem 404 for an unknown path, 405 for another method */
export function findRoute(routes: readonly Route[], method: string, path: string): Found {
  const there = routes.filter((route) => nameIn(route, path) !== null);
  const route = there.find((candidate) => candidate.method === method);
  if (route !== undefined) return { route, name: nameIn(route, path) ?? '' };
  if (there.length === 0) throw new WireProblem(404, `There is no ${path} here.`);
  const methods = there.map((candidate) => candidate.method).join(', ');
  throw new WireProblem(405, `${path} takes ${methods}, not ${method}.`);
}

/** What the route leaves open of the path, which may be nothing; null when it is another path. */
function nameIn({ path: own }: Route, path: string): string | null {
  if (!own.endsWith('/')) return own === path ? '' : null;
  const name = path.startsWith(own) ? path.slice(own.length) : '';
  return name === '' || name.includes('/') ? null : name;
}
