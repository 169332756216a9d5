// The rollouts that a client started: runs them, tells what happens, stops them, and waits for them at the end.
import type { AgentRuntime, RolloutOptions, RolloutRequest } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { RolloutStarted } from '../contract/requests.ts';
import { HumanError, stackOf } from '../support/errors.ts';
import type { Log } from '../support/log.ts';

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** True from when its end was told: its file is closed a moment later. */
  isOver: boolean;
}

export interface RolloutsOptions {
  readonly runtime: Pick<AgentRuntime, 'run'>;
  readonly onEvent: (event: RunEvent) => void;
  readonly log: Log;
}

export class Rollouts {
  readonly #options: RolloutsOptions;
  readonly #running = new Map<string, Running>();

  constructor(options: RolloutsOptions) {
    this.#options = options;
  }

  /** Does not wait for it; what happens is told by events. */
  start(request: RolloutRequest): RolloutStarted {
    this.#begin(request, () => undefined);
    return { trajectoryId: request.trajectoryId, file: request.file ?? '' };
  }

  /** Waits for its end, tells the caller what happens, too, and stops it when the caller's signal fires. */
  async run(request: RolloutRequest, { signal, onEvent }: RolloutOptions): Promise<void> {
    const { controller, ended } = this.#begin(request, onEvent);
    const stop = (): void => controller.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await ended.finally(() => signal.removeEventListener('abort', stop));
  }

  #begin(request: RolloutRequest, tellCaller: (event: RunEvent) => void): Running {
    const { runtime, onEvent, log } = this.#options;
    const { trajectoryId } = request;
    const controller = new AbortController();
    const tell = (event: RunEvent): void => {
      const running = this.#running.get(trajectoryId);
      if (event.type === 'rollout-ended' && running !== undefined) running.isOver = true;
      onEvent(event);
      tellCaller(event);
    };
    const ended = runtime
      .run(request, { signal: controller.signal, onEvent: tell })
      .then(
        () => undefined,
        (error: unknown) => log.error('A rollout failed', { error: stackOf(error) }),
      )
      .finally(() => this.#running.delete(trajectoryId));
    const begun = { controller, ended, isOver: false };
    this.#running.set(trajectoryId, begun);
    return begun;
  }

  /** False when no such rollout is under way. */
  stop(trajectoryId: string): boolean {
    const running = this.#running.get(trajectoryId);
    running?.controller.abort();
    return running !== undefined;
  }

  /**
   * Waits for one that was stopped, or whose end was told already.
   * @throws HumanError for one that goes on
   */
  async mustBeOver(trajectoryId: string): Promise<void> {
    const running = this.#running.get(trajectoryId);
    if (running === undefined) return;
    if (!running.isOver && !running.controller.signal.aborted) {
      throw new HumanError('This rollout still runs. Wait for its end or stop it, then ask again.');
    }
    await running.ended;
  }

  /** Stops all of them and waits until their trajectories are on disk. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }
}
