// The runtime as the extension has it: started when it is first asked, started again when it ended by itself, ended with the
// window. One object a window; who hears and answers what is decided by those who register here.
import type {
  ClientRequestName,
  NotificationName,
  RequestName,
} from '../runtime/contract/requests.ts';
import type { RestartLimit } from './runtime/restartLimit.ts';
import { RuntimeConnection, type AnyHandler } from './runtime/runtimeConnection.ts';
import type { RuntimeProcess } from './runtime/runtimeProcess.ts';
import type {
  ClientHandler,
  ClientNotificationName,
  ClientNotificationOf,
  ClientParams,
  NotificationOf,
  RequestOptions,
  RequestParams,
  RequestResult,
  RuntimeRequests,
} from './runtime/runtimeRequests.ts';
import type { Disposable } from './support/disposable.ts';
import { Listeners } from './support/listeners.ts';
import { Problem, stackOf } from './support/problem.ts';
import type { Log } from './support/topicLog.ts';

export interface RuntimeClientParts {
  /** @throws Problem when this editor cannot run the runtime */
  readonly start: () => RuntimeProcess;
  readonly limit: RestartLimit;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly log: Log;
  /** Tells the person that the runtime ends again and again. */
  readonly onGivenUp: (message: string) => void;
}

/** Called at every start before any other request goes out, for example to hand over keys. */
export type StartListener = (runtime: RuntimeRequests) => Promise<void>;

interface Running {
  readonly process: RuntimeProcess;
  readonly connection: RuntimeConnection;
}

export class RuntimeClient implements RuntimeRequests, Disposable {
  readonly #parts: RuntimeClientParts;
  readonly #heard: { [Name in NotificationName]: Listeners<NotificationOf<Name>> };
  readonly #handlers = new Map<ClientRequestName, AnyHandler>();
  readonly #startListeners = new Set<StartListener>();
  readonly #ended: Listeners<string>;
  #running: Promise<Running> | null = null;
  #isDisposed = false;

  constructor(parts: RuntimeClientParts) {
    this.#parts = parts;
    const onError = (error: unknown) => parts.log.error(stackOf(error));
    this.#heard = {
      'run-event': new Listeners(onError),
      'index-changed': new Listeners(onError),
      'labels-changed': new Listeners(onError),
      'work-progressed': new Listeners(onError),
      'door-rollout-started': new Listeners(onError),
      'machine-changed': new Listeners(onError),
      'ssh-asked': new Listeners(onError),
      'runs-changed': new Listeners(onError),
      'run-changed': new Listeners(onError),
    };
    this.#ended = new Listeners(onError);
  }

  async request<Name extends RequestName>(
    name: Name,
    params: RequestParams<Name>,
    options?: RequestOptions,
  ): Promise<RequestResult<Name>> {
    const { connection } = await this.#connected();
    return connection.request(name, params, options);
  }

  onNotification<Name extends NotificationName>(
    name: Name,
    listener: (fact: NotificationOf<Name>) => void,
  ): Disposable {
    return this.#heard[name].add(listener);
  }

  onStarted(listener: StartListener): Disposable {
    this.#startListeners.add(listener);
    return { dispose: () => this.#startListeners.delete(listener) };
  }

  /** The process ended by itself; what it had opened is gone. Told one sentence for a person. */
  onEnded(listener: (message: string) => void): Disposable {
    return this.#ended.add(listener);
  }

  /** Answers one of the runtime's own requests; one handler each. */
  answer<Name extends ClientRequestName>(name: Name, handler: ClientHandler<Name>): Disposable {
    // The connection checks the params by the schema of this very request.
    this.#handlers.set(name, (params, token) => handler(params as ClientParams<Name>, token));
    return { dispose: () => this.#handlers.delete(name) };
  }

  /** Says nothing to a runtime that is not running. */
  notify<Name extends ClientNotificationName>(name: Name, fact: ClientNotificationOf<Name>): void {
    this.#running?.then(
      ({ connection }) => connection.notify(name, fact),
      () => undefined,
    );
  }

  dispose(): void {
    this.#isDisposed = true;
    const running = this.#running;
    this.#running = null;
    void running?.then(
      ({ process, connection }) => {
        connection.end(new Problem('The window is closing.'));
        process.end();
      },
      () => undefined,
    );
  }

  #connected(): Promise<Running> {
    if (this.#isDisposed) return Promise.reject(new Problem('The window is closing.'));
    if (this.#running !== null) return this.#running;
    const running = this.#open();
    this.#running = running;
    running.catch(() => {
      if (this.#running === running) this.#running = null;
    });
    return running;
  }

  async #open(): Promise<Running> {
    const { log, start } = this.#parts;
    const process = start();
    const connection = new RuntimeConnection({
      process,
      log,
      // The connection checks each fact by the schema of this very notification.
      onNotification: (name, fact) => this.#heard[name].tell(fact as never),
      handlerOf: (name) => this.#handlers.get(name) ?? null,
    });
    process.onEnded((how) => this.#onEnded(connection, how));
    for (const listener of this.#startListeners) {
      await listener(connection).catch((error: unknown) => log.error(stackOf(error)));
    }
    return { process, connection };
  }

  #onEnded(connection: RuntimeConnection, how: string): void {
    const message = `The agent's process ended ${how}.`;
    connection.end(
      new Problem(`${message} Try again; "Tool-R1: Show Log" shows what it last said.`),
    );
    if (this.#isDisposed) return;
    this.#parts.log.error(message);
    this.#running = null;
    this.#restart();
    this.#ended.tell(message);
  }

  #restart(): void {
    if (this.#parts.limit.take(this.#parts.now())) {
      this.#connected().catch((error: unknown) => this.#parts.log.error(stackOf(error)));
      return;
    }
    const message =
      "The agent's process ended several times within a minute and is not started again by itself.";
    this.#parts.log.error(message);
    this.#parts.onGivenUp(message);
  }
}
