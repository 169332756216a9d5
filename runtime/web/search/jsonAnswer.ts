// Asks an interface for programs and checks what it answers: a service may change its answers at any time.
import type * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import { type Web, WebError, type WebRequest } from '../web.ts';

export interface JsonQuestion<Schema extends z.ZodType> {
  /** Who is asked, for messages. */
  readonly service: string;
  readonly request: WebRequest;
  readonly schema: Schema;
}

/** @throws WebError, `unreadable` for an answer that does not fit the schema */
export async function askJson<Schema extends z.ZodType>(
  web: Web,
  { service, request, schema }: JsonQuestion<Schema>,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const headers = { accept: 'application/json', ...request.headers };
  const { body } = await web.fetch({ kind: 'api', ...request, headers }, signal);
  const parsed = parseJson(schema, new TextDecoder().decode(body));
  if (parsed.ok) return parsed.value;
  throw new WebError(
    'unreadable',
    `${service} answered in a form that this program does not know (${parsed.problem}). Try another way.`,
  );
}

/** The address with the query, keeping what the base has already: `https://host/path?token=x` stays as it is. */
export function addressOf(base: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** A refusal of the key in words that say where the key is set; any other error as it is. */
export function keyProblem(error: unknown, service: string, variable: string): unknown {
  if (!(error instanceof WebError) || (error.status !== 401 && error.status !== 403)) return error;
  return new WebError(
    'status',
    `${service} did not accept the key (status ${error.status}). A person has to set a valid one: in VS Code by the command Set Search Key, in a terminal by ${variable}. Go on without searching.`,
    { cause: error, status: error.status },
  );
}
