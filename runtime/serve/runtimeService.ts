// All that the process for the extension does: answers requests, runs what they start, tells what happens, and closes it all.
import type { MessageConnection } from 'vscode-jsonrpc';
import type { AgentRuntime } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { IndexState } from '../contract/viewing.ts';
import type { Names } from '../rolloutRequest.ts';
import { errorMessage } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import { modelHandlers } from './modelHandlers.ts';
import { Outbox } from './outbox.ts';
import type { RequestHandlers } from './requestHandlers.ts';
import { rolloutHandlers } from './rolloutHandlers.ts';
import { Rollouts } from './rollouts.ts';
import { RuntimeServer } from './runtimeServer.ts';

export interface RuntimeServiceOptions {
  readonly connection: MessageConnection;
  readonly runtime: AgentRuntime;
  readonly names: Names;
  readonly log: Log;
  readonly checksResults: boolean;
  /** Handlers of other parts. */
  readonly handlers?: Partial<RequestHandlers>;
}

export class RuntimeService {
  readonly #outbox: Outbox;
  readonly #runtime: AgentRuntime;
  readonly #rollouts: Rollouts;
  readonly #server: RuntimeServer;

  constructor({ connection, runtime, names, log, checksResults, handlers }: RuntimeServiceOptions) {
    this.#runtime = runtime;
    this.#outbox = new Outbox({
      send: ({ name, params }) => connection.sendNotification(name, params),
      onProblem: ({ name }, error) =>
        log.warn('A notification could not be sent', { name, error: errorMessage(error) }),
    });
    const onEvent = (event: RunEvent) => this.#outbox.event(withoutTokens(event));
    this.#rollouts = new Rollouts({ runtime, onEvent, log });
    this.#server = new RuntimeServer({
      connection,
      log,
      checksResults,
      handlers: {
        ...rolloutHandlers({ runtime, rollouts: this.#rollouts, names }),
        ...modelHandlers(runtime),
        ...handlers,
      },
    });
  }

  /** Tells how far the index of a file is; of states that wait to be sent only the last is. */
  indexChanged(state: IndexState): void {
    this.#outbox.latest({ name: 'index-changed', params: state }, state.handle);
  }

  /** Stops every rollout, waits until their trajectories are on disk, and closes the runtime. */
  async close(): Promise<void> {
    this.#server.close();
    await this.#rollouts.close();
    await this.#runtime.close();
    await this.#outbox.drained();
  }
}

/** Token ids are many, are in the file, and nobody looks at them. */
function withoutTokens(event: RunEvent): RunEvent {
  if (event.type !== 'step-ended') return event;
  const { step } = event;
  return { ...event, step: { ...step, reply: { ...step.reply, tokens: null } } };
}
