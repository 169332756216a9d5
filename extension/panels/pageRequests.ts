// What every kind of page has in common: its messages are checked, its requests answered by handlers, and what goes wrong is told
// to the page in one sentence and to the log with its stack. Knows no VS Code: the page is a port.
import type * as z from 'zod';
import type { Cancellation } from '../runtime/runtimeRequests.ts';
import { check } from '../support/check.ts';
import type { Disposable } from '../support/disposable.ts';
import { isCancelled, isProblem, messageOf, stackOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';

/** The page as a panel or a custom editor has it. A page that is not there loses what is posted to it. */
export interface PagePort<Message> {
  post(message: Message): void;
  onMessage(listener: (raw: unknown) => void): Disposable;
}

/** The requests of one kind of page, as the contract lists them. */
export type PageRequestTable = Readonly<Record<string, { readonly params: z.ZodType }>>;

export interface PageRequest<Name extends string = string> {
  readonly id: number;
  readonly name: Name;
  readonly params: unknown;
}

export type PageReply =
  | { readonly kind: 'reply'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'problem'; readonly id: number; readonly message: string };

type SomePageMessage<Name extends string> =
  | ({ readonly kind: 'request' } & PageRequest<Name>)
  | { readonly kind: 'page-error'; readonly message: string; readonly stack: string };

/** The request that a message is; null for anything else, which the log is told of. */
export function readPageRequest<Name extends string>(
  schema: z.ZodType<SomePageMessage<Name>>,
  raw: unknown,
  log: Log,
): PageRequest<Name> | null {
  const message = check(schema, raw);
  if (!message.ok) {
    log.error(`A page sent something wrong: ${message.problem}`);
    return null;
  }
  if (message.value.kind === 'request') return message.value;
  log.error(`A page failed: ${message.value.message}\n${message.value.stack}`);
  return null;
}

export interface PageAnswerParts {
  readonly requests: PageRequestTable;
  /** One for each name of the table that can be asked here. */
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly token: Cancellation;
  readonly log: Log;
  /** Told the checked params before they are answered. */
  readonly onAsked?: (name: string, params: unknown) => void;
}

type AnyHandler = (params: unknown, token: Cancellation) => Promise<unknown>;

/** Never rejects. */
export async function answerPage(
  { id, name, params: raw }: PageRequest,
  { requests, handlers, token, log, onAsked }: PageAnswerParts,
): Promise<PageReply> {
  const schema = requests[name]?.params;
  const params = schema === undefined ? null : check(schema, raw);
  if (params?.ok !== true) {
    log.error(`A page asked ${name} wrongly: ${params?.problem ?? 'there is no such request'}`);
    const message = `The page asked for something that is not there (${name}).`;
    return { kind: 'problem', id, message };
  }
  onAsked?.(name, params.value);
  try {
    // The schema of this very request checked the params; TypeScript cannot follow the index.
    const handler = handlers[name] as AnyHandler;
    return { kind: 'reply', id, result: await handler(params.value, token) };
  } catch (error) {
    if (!isProblem(error) && !isCancelled(error)) log.error(`${name}: ${stackOf(error)}`);
    return { kind: 'problem', id, message: messageOf(error) };
  }
}

/** Given to what a page asked; fires when the panel is closed. */
export class PanelCancellation implements Cancellation {
  readonly #listeners = new Set<() => void>();
  isCancellationRequested = false;

  onCancellationRequested(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  cancel(): void {
    this.isCancellationRequested = true;
    for (const listener of [...this.#listeners]) listener();
  }
}
