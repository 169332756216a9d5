// What a person can have done from the page of a run. The extension asks back where that is needed; what fails is shown on top.
import type { RunHost } from './runContext.ts';

export class RunActions {
  readonly #host: Pick<RunHost, 'request'>;
  readonly #complain: (error: unknown) => void;

  constructor(host: Pick<RunHost, 'request'>, complain: (error: unknown) => void) {
    this.#host = host;
    this.#complain = complain;
  }

  stop(): void {
    this.#ask('stop-run', {});
  }

  /** @param step of a checkpoint; null to be asked which */
  resume(step: number | null): void {
    this.#ask('resume-run', { step });
  }

  /** @param log name of the file in the run's folder; null for the one of the supervisor */
  openLog(log: string | null, line: string | null): void {
    this.#ask('open-log', { log, line });
  }

  openStep(step: number): void {
    this.#ask('open-step', { step });
  }

  /** Opens one of the trajectories that were sampled for a train step. */
  openTrajectory(step: number, trajectoryId: string): void {
    this.#ask('open-trajectory', { step, trajectoryId });
  }

  reconnect(): void {
    this.#ask('retry-machine', {});
  }

  openConnectionLog(): void {
    this.#ask('open-connection-log', {});
  }

  copy(text: string): void {
    this.#ask('copy', { text });
  }

  /** Waits as long as a person needs to answer, or a machine to do it. */
  #ask(...[name, params]: Wish): void {
    this.#host.request(name, params, { timeout: null }).catch(this.#complain);
  }
}

type Wish =
  | ['stop-run' | 'retry-machine' | 'open-connection-log', Record<string, never>]
  | ['resume-run', { step: number | null }]
  | ['open-log', { log: string | null; line: string | null }]
  | ['open-step', { step: number }]
  | ['open-trajectory', { step: number; trajectoryId: string }]
  | ['copy', { text: string }];
