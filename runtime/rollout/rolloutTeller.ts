// What a rollout tells of itself while it runs, as events; its records are the business of runRollout.ts.
import type { LoopEvent } from '../agent/loop.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Failure } from '../contract/failure.ts';
import type { Verdict } from '../contract/judge.ts';
import type { Reward } from '../contract/reward.ts';
import type { TrajectoryEnded, TrajectoryStarted } from '../contract/trajectory.ts';
import type { Clock } from '../support/clock.ts';
import { stepsBefore } from './branch.ts';

export interface TellerParts {
  readonly trajectoryId: string;
  readonly clock: Clock;
  readonly onEvent: (event: RunEvent) => void;
}

/** Counts the time of the rollout from its own making. */
export class RolloutTeller {
  private readonly parts: TellerParts;
  private readonly startedMilliseconds: number;

  constructor(parts: TellerParts) {
    this.parts = parts;
    this.startedMilliseconds = parts.clock.monotonic();
  }

  /** @param file trajectory file that is being written; null when nothing is stored */
  start({ task, model, recipe, tools, parent, earlier }: TrajectoryStarted, file: string | null) {
    this.parts.onEvent({
      ...this.event(),
      type: 'rollout-started',
      task,
      model,
      recipe: recipe.name,
      tools,
      maxSteps: stepsBefore(earlier) + recipe.agent.maxSteps,
      ...(parent === undefined ? {} : { parent }),
      file,
    });
  }

  /** What the loop says. */
  pass(event: LoopEvent): void {
    this.parts.onEvent(event);
  }

  progress(activity: string, total: number): void {
    const progress = { activity, done: 0, total, unit: 'steps' } as const;
    this.parts.onEvent({ ...this.event(), type: 'progress-reported', ...progress });
  }

  failure(failure: Failure): void {
    this.parts.onEvent({ ...this.event(), type: 'failure-recorded', failure });
  }

  verdict(verdict: Verdict): void {
    this.parts.onEvent({ ...this.event(), type: 'verdict-given', verdict });
  }

  reward(reward: Reward): void {
    this.parts.onEvent({ ...this.event(), type: 'reward-assigned', reward });
  }

  end({ stopReason, finalAnswer, failure }: TrajectoryEnded, steps: number, reward: Reward | null) {
    this.parts.onEvent({
      ...this.event(),
      type: 'rollout-ended',
      stopReason,
      finalAnswer,
      steps,
      reward,
      failure,
      milliseconds: this.parts.clock.monotonic() - this.startedMilliseconds,
    });
  }

  private event() {
    const { trajectoryId, clock } = this.parts;
    return { version: 1, trajectoryId, at: clock.now() } as const;
  }
}
