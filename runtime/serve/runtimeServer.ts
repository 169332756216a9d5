// Answers the requests of contract/requests.ts over a message connection and sends what happens as notifications.
// How messages travel, and when the process ends, is main.ts's business.
import { ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc';
import type * as z from 'zod';
import type { AgentRuntime, RolloutRequest } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import { requests, type RequestName, type RunAgent } from '../contract/requests.ts';
import { rolloutRequest, type Names } from '../rolloutRequest.ts';
import { errorMessage, FailureError, HumanError } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import { check } from '../support/parseJson.ts';

type Params<Name extends RequestName> = z.output<(typeof requests)[Name]['params']>;
type Result<Name extends RequestName> = z.input<(typeof requests)[Name]['result']>;

export interface RuntimeServerOptions {
  readonly connection: MessageConnection;
  readonly runtime: AgentRuntime;
  readonly names: Names;
  readonly log: Log;
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export class RuntimeServer {
  readonly #options: RuntimeServerOptions;
  readonly #running = new Map<string, Running>();
  /** Aborted when the server closes; ends requests under way. */
  readonly #closing = new AbortController();

  constructor(options: RuntimeServerOptions) {
    this.#options = options;
    this.#answer('run-agent', (params) => this.#runAgent(params));
    this.#answer('stop-rollout', ({ trajectoryId }) => Promise.resolve(this.#stop(trajectoryId)));
    this.#answer('list-models', async () => ({
      models: [...(await options.runtime.listModels(this.#closing.signal))],
    }));
    this.#answer('check-machine', async () => ({
      checks: [...(await options.runtime.checkMachine(this.#closing.signal))],
    }));
  }

  /** Stops every rollout, waits until their trajectories are on disk, and closes the runtime. */
  async close(): Promise<void> {
    this.#closing.abort();
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ ended }) => ended));
    await this.#options.runtime.close();
  }

  #answer<Name extends RequestName>(
    name: Name,
    handle: (params: Params<Name>) => Promise<Result<Name>>,
  ): void {
    this.#options.connection.onRequest(name, async (raw: unknown) => {
      const parsed = check(requests[name].params, raw);
      if (!parsed.ok) {
        return new ResponseError(ErrorCodes.InvalidParams, `${name}: ${parsed.problem}`);
      }
      try {
        // The schema of this very request checked the value; TypeScript cannot follow the index.
        return await handle(parsed.value as Params<Name>);
      } catch (error) {
        return this.#problem(name, error);
      }
    });
  }

  #problem(name: RequestName, error: unknown): ResponseError<unknown> {
    if (error instanceof HumanError) {
      return new ResponseError(ErrorCodes.InvalidRequest, error.message);
    }
    if (error instanceof FailureError) {
      return new ResponseError(ErrorCodes.InternalError, error.message, error.failure);
    }
    this.#options.log.error('A request failed', { request: name, error: stackOf(error) });
    return new ResponseError(ErrorCodes.InternalError, errorMessage(error));
  }

  /** Answers once the rollout is under way; the rest is told by notifications. */
  async #runAgent(params: RunAgent): Promise<Result<'run-agent'>> {
    const request = await rolloutRequest(
      {
        task: null,
        question: params.question,
        files: params.files,
        referenceAnswer: params.referenceAnswer,
        model: params.model,
        recipe: params.recipe,
        changes: {},
        seed: params.seed,
        file: null,
        folder: params.workspace,
      },
      this.#options.names,
    );
    this.#start(request);
    return { trajectoryId: request.trajectoryId, file: request.file ?? '' };
  }

  #start(request: RolloutRequest): void {
    const { runtime, log } = this.#options;
    const controller = new AbortController();
    const onEvent = (event: RunEvent) => this.#notify(event);
    const ended = runtime
      .run(request, { signal: controller.signal, onEvent })
      .then(
        () => undefined,
        (error: unknown) => log.error('A rollout failed', { error: stackOf(error) }),
      )
      .finally(() => this.#running.delete(request.trajectoryId));
    this.#running.set(request.trajectoryId, { controller, ended });
  }

  #stop(trajectoryId: string): Result<'stop-rollout'> {
    const running = this.#running.get(trajectoryId);
    running?.controller.abort();
    return { stopped: running !== undefined };
  }

  #notify(event: RunEvent): void {
    const { connection, log } = this.#options;
    connection.sendNotification('run-event', event).catch((error: unknown) => {
      log.warn('An event could not be sent', { event: event.type, error: errorMessage(error) });
    });
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
