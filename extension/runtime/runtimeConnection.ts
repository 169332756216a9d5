// Typed messages with one runtime process, each checked by the contract on both ends. Starting and restarting that process is
// runtimeClient.ts's business.
import {
  CancellationTokenSource,
  createMessageConnection,
  ResponseError,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import {
  clientNotifications,
  clientRequests,
  notifications,
  requests,
  type ClientRequestName,
  type NotificationName,
  type RequestName,
} from '../../runtime/contract/requests.ts';
import { check } from '../support/check.ts';
import { messageOf, Problem, stackOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { requestTimeouts } from './requestTimeouts.ts';
import type { RuntimeProcess } from './runtimeProcess.ts';
import type {
  Cancellation,
  ClientNotificationName,
  ClientNotificationOf,
  RequestOptions,
  RequestParams,
  RequestResult,
  RuntimeRequests,
} from './runtimeRequests.ts';

export type AnyHandler = (params: unknown, token: Cancellation) => Promise<unknown>;

export interface ConnectionParts {
  readonly process: Pick<RuntimeProcess, 'reader' | 'writer'>;
  readonly log: Log;
  /** Is given checked facts. */
  readonly onNotification: (name: NotificationName, fact: unknown) => void;
  /** Null for a request that nobody answers. Is given checked params. */
  readonly handlerOf: (name: ClientRequestName) => AnyHandler | null;
}

/** Thrown where the person themselves, or the page that asked, gave up. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

export class RuntimeConnection implements RuntimeRequests {
  readonly #connection: MessageConnection;
  readonly #parts: ConnectionParts;
  /** Rejects what waits, when the process is gone. */
  readonly #waiting = new Set<(error: Error) => void>();
  #ended: Problem | null = null;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#connection = createMessageConnection(parts.process.reader, parts.process.writer);
    for (const name of keysOf(notifications)) this.#listen(name);
    for (const name of keysOf(clientRequests)) this.#answer(name);
    this.#connection.onError(([error]) => parts.log.warn(`Channel: ${error.message}`));
    this.#connection.listen();
  }

  async request<Name extends RequestName>(
    name: Name,
    params: RequestParams<Name>,
    { token }: RequestOptions = {},
  ): Promise<RequestResult<Name>> {
    const asked = check(requests[name].params, params);
    if (!asked.ok) throw new Error(`${name}: ${asked.problem}`);
    const cancel = new CancellationTokenSource();
    const sent = this.#connection.sendRequest<unknown>(name, asked.value, cancel.token);
    const raw = await this.#answerTo(name, sent, token).catch((error: unknown) => {
      cancel.cancel();
      throw error;
    });
    const answer = check(requests[name].result, raw);
    if (!answer.ok) throw new Error(`The runtime answered ${name} wrongly: ${answer.problem}`);
    // The schema of this very request checked the value; TypeScript cannot follow the index.
    return answer.value as RequestResult<Name>;
  }

  notify<Name extends ClientNotificationName>(name: Name, fact: ClientNotificationOf<Name>): void {
    const said = check(clientNotifications[name], fact);
    if (!said.ok) throw new Error(`${name}: ${said.problem}`);
    this.#connection
      .sendNotification(name, said.value)
      .catch((error: unknown) => this.#parts.log.warn(`${name}: ${messageOf(error)}`));
  }

  /** Rejects what waits; nothing can be asked afterwards. */
  end(reason: Problem): void {
    this.#ended = reason;
    for (const reject of [...this.#waiting]) reject(reason);
    this.#connection.dispose();
  }

  /** The first of: the answer, the time limit, the person gave up, the process is gone. */
  #answerTo(
    name: RequestName,
    sent: Promise<unknown>,
    token: RequestOptions['token'],
  ): Promise<unknown> {
    const { promise, resolve, reject } = deferred();
    const limit = requestTimeouts[name];
    const timer =
      limit === null ? undefined : setTimeout(() => reject(tooLong(name, limit)), limit);
    const given = token?.onCancellationRequested(() =>
      reject(new Cancelled(`${name} was cancelled`)),
    );
    this.#waiting.add(reject);
    sent.then(resolve, (error: unknown) => reject(this.#ended ?? problemOf(error)));
    if (this.#ended !== null) reject(this.#ended);
    if (token?.isCancellationRequested === true) reject(new Cancelled(`${name} was cancelled`));
    return promise.finally(() => {
      clearTimeout(timer);
      given?.dispose();
      this.#waiting.delete(reject);
    });
  }

  #listen(name: NotificationName): void {
    const { log, onNotification } = this.#parts;
    this.#connection.onNotification(name, (raw: unknown) => {
      const fact = check(notifications[name], raw);
      if (fact.ok) onNotification(name, fact.value);
      else log.error(`The runtime sent a wrong ${name}: ${fact.problem}`);
    });
  }

  #answer(name: ClientRequestName): void {
    this.#connection.onRequest(name, async (raw: unknown, token: Cancellation) => {
      const asked = check(clientRequests[name].params, raw);
      if (!asked.ok) return new ResponseError(-32602, `${name}: ${asked.problem}`);
      const handler = this.#parts.handlerOf(name);
      if (handler === null) return new ResponseError(-32601, `This editor cannot answer ${name}.`);
      try {
        return clientRequests[name].result.parse(await handler(asked.value, token));
      } catch (error) {
        if (!(error instanceof Problem)) this.#parts.log.error(`${name}: ${stackOf(error)}`);
        return new ResponseError(-32600, messageOf(error));
      }
    });
  }
}

function problemOf(error: unknown): Error {
  // What the runtime answers with is written for a person; a channel's own errors are not.
  if (error instanceof ResponseError) return new Problem(error.message);
  return error instanceof Error ? error : new Error(String(error));
}

function tooLong(name: RequestName, milliseconds: number): Problem {
  return new Problem(
    `The agent's process did not answer within ${milliseconds / 1000} seconds (${name}). Try again; "Tool-R1: Show Log" shows what it was doing.`,
  );
}

interface Deferred {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

function deferred(): Deferred {
  let resolve: Deferred['resolve'] = () => undefined;
  let reject: Deferred['reject'] = () => undefined;
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** The keys of a table that has no others. */
function keysOf<Table extends object>(table: Table): (keyof Table)[] {
  // Object.keys gives strings because a value may have more keys than its type; these tables are constants.
  return Object.keys(table) as (keyof Table)[];
}
