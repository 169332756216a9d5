// Answers the requests of contract/requests.ts over a message connection. Every request is checked on arrival and ends when
// the client cancels it or goes away. How messages travel, and when the process ends, is main.ts's business.
import {
  ErrorCodes,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc';
import { requests, type RequestName } from '../contract/requests.ts';
import { errorMessage, FailureError, HumanError, isAbort, stackOf } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import { check } from '../support/parseJson.ts';
import type { RequestHandlers } from './requestHandlers.ts';

export interface RuntimeServerOptions {
  readonly connection: MessageConnection;
  readonly handlers: Partial<RequestHandlers>;
  /** Checks what handlers give, too; for tests and development. */
  readonly checksResults: boolean;
  readonly log: Log;
}

type Handler = (params: unknown, signal: AbortSignal) => Promise<unknown>;

// The keys of an object that is written out in the contract.
const requestNames = Object.keys(requests) as RequestName[];

/** The code that clients of JSON-RPC know for a request that they cancelled. */
const requestCancelled = -32_800;

export class RuntimeServer {
  readonly #options: RuntimeServerOptions;
  /** Aborted when the server closes; ends requests under way. */
  readonly #closing = new AbortController();

  constructor(options: RuntimeServerOptions) {
    this.#options = options;
    for (const name of requestNames) if (name in options.handlers) this.#answer(name);
    options.connection.onClose(() => this.close());
  }

  /** Ends the requests under way. */
  close(): void {
    this.#closing.abort();
  }

  #answer(name: RequestName): void {
    const { connection } = this.#options;
    connection.onRequest(name, (raw: unknown, token: CancellationToken) =>
      this.#handle(name, raw, token),
    );
  }

  async #handle(name: RequestName, raw: unknown, token: CancellationToken): Promise<unknown> {
    const parsed = check(requests[name].params, raw);
    if (!parsed.ok) {
      return new ResponseError(ErrorCodes.InvalidParams, `${name}: ${parsed.problem}`);
    }
    const cancelled = new AbortController();
    const listening = token.onCancellationRequested(() => cancelled.abort());
    const signal = AbortSignal.any([this.#closing.signal, cancelled.signal]);
    try {
      const result = await this.#handler(name)?.(parsed.value, signal);
      return this.#checked(name, result);
    } catch (error) {
      return this.#problem(name, error, signal);
    } finally {
      listening.dispose();
    }
  }

  /** The schema of this very request checks the params; TypeScript cannot follow the index. */
  #handler(name: RequestName): Handler | undefined {
    return this.#options.handlers[name] as Handler | undefined;
  }

  #checked(name: RequestName, result: unknown): unknown {
    if (!this.#options.checksResults) return result;
    const parsed = check(requests[name].result, result);
    if (!parsed.ok) throw new Error(`the result of ${name} is wrong: ${parsed.problem}`);
    return result;
  }

  #problem(name: RequestName, error: unknown, signal: AbortSignal): ResponseError<unknown> {
    if (error instanceof HumanError) {
      return new ResponseError(ErrorCodes.InvalidRequest, error.message);
    }
    if (error instanceof FailureError) {
      return new ResponseError(ErrorCodes.InternalError, error.message, error.failure);
    }
    if (signal.aborted && isAbort(error)) {
      return new ResponseError(requestCancelled, 'The request was cancelled.');
    }
    this.#options.log.error('A request failed', { request: name, error: stackOf(error) });
    return new ResponseError(ErrorCodes.InternalError, errorMessage(error));
  }
}
