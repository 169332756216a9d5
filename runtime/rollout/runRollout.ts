// Runs the policy on one task once: prompt, loop, judge, reward. This is the one place that catches what breaks and records
// it; every record is written before the event that tells of it, so what a person saw is in the file.
import { runLoop, type LoopEvent, type LoopOutcome } from '../agent/loop.ts';
import type { Prompt, Protocol } from '../agent/protocols/protocol.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Failure } from '../contract/failure.ts';
import type { Verdict } from '../contract/judge.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { Reward } from '../contract/reward.ts';
import type { Step } from '../contract/step.ts';
import type { Task } from '../contract/task.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type {
  Trajectory,
  TrajectoryEnded,
  TrajectoryRecord,
  TrajectoryStarted,
} from '../contract/trajectory.ts';
import type { Judge } from '../judge/judge.ts';
import type { Policy } from '../policy/policy.ts';
import type { RewardFunction } from '../reward/reward.ts';
import type { CallTool, Sandbox, SandboxPool } from '../sandbox/sandbox.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import type { Clock } from '../support/clock.ts';
import { isAbort, toFailure } from '../support/errors.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { promptTask } from './promptTask.ts';
import type { TrajectorySink } from './trajectorySink.ts';

export interface RolloutInput {
  readonly trajectoryId: string;
  readonly task: Task;
  readonly files: ChosenFiles;
  readonly recipe: Recipe;
  readonly seed: number;
  /** Train steps that the policy has seen; 0 for a model that is not being trained. */
  readonly policyVersion: number;
  /** Modules that the prompt names; those of the recipe that are really there. */
  readonly importsAtHand: readonly string[];
  /** Host folder for files that the code writes to /out; null refuses them. */
  readonly quarantine: string | null;
  /** Ends the rollout; what was done is kept. */
  readonly signal: AbortSignal;
}

export interface RolloutServices {
  readonly policy: Policy;
  readonly protocol: Protocol;
  readonly pool: SandboxPool;
  readonly tools: readonly ToolSignature[];
  readonly callTool: CallTool;
  readonly judge: Judge;
  readonly reward: RewardFunction;
  /** Null keeps nothing. */
  readonly sink: TrajectorySink | null;
  readonly clock: Clock;
  readonly onEvent: (event: RunEvent) => void;
}

/**
 * Runs the rollout and gives its trajectory, whose `ended` is always set. Never rejects for what a policy, a sandbox, a
 * judge or the store does: that is an outcome. With a reference answer the trajectory has a reward.
 */
export async function runRollout(
  input: RolloutInput,
  services: RolloutServices,
): Promise<Trajectory> {
  return new Rollout(input, services).run();
}

/** What a trajectory must have whatever happens, filled as it goes. */
class Rollout {
  private readonly input: RolloutInput;
  private readonly services: RolloutServices;
  private readonly startedMilliseconds: number;
  private readonly steps: Step[] = [];
  /** Once the store broke nothing more is written. */
  private storeFailure: Failure | null = null;

  constructor(input: RolloutInput, services: RolloutServices) {
    this.input = input;
    this.services = services;
    this.startedMilliseconds = services.clock.monotonic();
  }

  async run(): Promise<Trajectory> {
    const prompt = await this.prompt();
    const started = this.started(prompt);
    await this.write(started);
    this.tellStart();
    const outcome = await this.act(prompt);
    const ended = this.ended(this.storeFailure === null ? outcome : failedBy(this.storeFailure));
    if (ended.failure !== null && ended.failure !== this.storeFailure)
      this.tellFailure(ended.failure);
    await this.write(ended);
    const verdict = await this.judge(ended);
    const reward = await this.reward(ended, verdict);
    // The store may have broken after the loop; then the file lacks what follows.
    const told = this.storeFailure === null ? ended : { ...ended, ...failedBy(this.storeFailure) };
    this.tellEnd(told, reward);
    const verdicts = verdict === null ? [] : [verdict];
    return { started, steps: this.steps, ended: told, verdicts, reward };
  }

  /** The loop in a sandbox of its own. */
  private async act(prompt: Prompt): Promise<LoopOutcome> {
    if (this.storeFailure !== null) return failedBy(this.storeFailure);
    let sandbox: Sandbox;
    try {
      sandbox = await this.acquire();
    } catch (error) {
      if (this.input.signal.aborted || isAbort(error)) return cancelled;
      return failedBy(toFailure(error, 'sandbox'));
    }
    try {
      return await this.loop(prompt, sandbox);
    } finally {
      await this.release(sandbox);
    }
  }

  private async loop(prompt: Prompt, sandbox: Sandbox): Promise<LoopOutcome> {
    const { trajectoryId, recipe, seed, signal } = this.input;
    const events = runLoop(
      { trajectoryId, prompt, settings: recipe.agent, seed, signal },
      { ...this.services, sandbox },
    );
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      await this.take(next.value);
      if (this.storeFailure !== null)
        return events.return(failedBy(this.storeFailure)).then(valueOf);
    }
  }

  /** Writes what must last, then tells. */
  private async take(event: LoopEvent): Promise<void> {
    if (event.type === 'step-ended') {
      this.steps.push(event.step);
      await this.write({ ...this.record(), kind: 'step-ended', step: event.step });
    }
    this.services.onEvent(event);
  }

  private acquire(): Promise<Sandbox> {
    const { seed, files, recipe, quarantine, signal } = this.input;
    const { pool, tools, callTool } = this.services;
    return pool.acquire(
      { seed, tools, files, settings: recipe.sandbox, callTool, quarantine },
      signal,
    );
  }

  /** A sandbox that cannot be given back costs the pool, not this rollout. */
  private async release(sandbox: Sandbox): Promise<void> {
    try {
      await sandbox.release();
    } catch (error) {
      this.tellFailure(toFailure(error, 'sandbox'));
    }
  }

  private async judge(ended: TrajectoryEnded): Promise<Verdict | null> {
    const { task, signal } = this.input;
    const { verdict, failure } = await judgeAnswer(task, ended, this.services.judge, signal);
    if (failure !== null) this.tellFailure(failure);
    if (verdict === null) return null;
    await this.write({ ...this.record(), kind: 'verdict-given', verdict });
    this.services.onEvent({ ...this.event(), type: 'verdict-given', verdict });
    return verdict;
  }

  private async reward(ended: TrajectoryEnded, verdict: Verdict | null): Promise<Reward | null> {
    const { recipe, task } = this.input;
    if (task.referenceAnswer === null) return null;
    const reward = this.services.reward({
      recipe: recipe.name,
      settings: recipe.reward,
      steps: this.steps,
      stopReason: ended.stopReason,
      verdict,
    });
    await this.write({ ...this.record(), kind: 'reward-assigned', reward });
    this.services.onEvent({ ...this.event(), type: 'reward-assigned', reward });
    return reward;
  }

  /** A store that breaks ends the rollout: what cannot be kept must not go on unnoticed. */
  private async write(record: TrajectoryRecord): Promise<void> {
    if (this.storeFailure !== null) return;
    try {
      await this.services.sink?.append(record);
    } catch (error) {
      this.storeFailure = toFailure(error, 'store');
      this.tellFailure(this.storeFailure);
    }
  }

  private prompt(): Promise<Prompt> {
    const { policy, protocol, tools } = this.services;
    const style = policy.capabilities.promptStyle;
    return promptTask(protocol, { ...this.input, tools, style });
  }

  private started(prompt: Prompt): TrajectoryStarted {
    const { task, recipe, seed, policyVersion } = this.input;
    const { policy, tools, clock } = this.services;
    return {
      ...this.record(),
      kind: 'trajectory-started',
      startedAt: clock.now(),
      task,
      model: policy.model,
      policyVersion,
      recipe,
      tools: [...tools],
      seed,
      prompt: { ...prompt },
    };
  }

  private ended(outcome: LoopOutcome): TrajectoryEnded {
    const endedAt = this.services.clock.now();
    return { ...this.record(), kind: 'trajectory-ended', endedAt, ...outcome };
  }

  private tellStart(): void {
    const { task, recipe } = this.input;
    const { policy, tools, sink } = this.services;
    this.services.onEvent({
      ...this.event(),
      type: 'rollout-started',
      task,
      model: policy.model,
      recipe: recipe.name,
      tools: [...tools],
      maxSteps: recipe.agent.maxSteps,
      file: sink?.file ?? null,
    });
  }

  private tellEnd(
    { stopReason, finalAnswer, failure }: TrajectoryEnded,
    reward: Reward | null,
  ): void {
    this.services.onEvent({
      ...this.event(),
      type: 'rollout-ended',
      stopReason,
      finalAnswer,
      steps: this.steps.length,
      reward,
      failure,
      milliseconds: this.services.clock.monotonic() - this.startedMilliseconds,
    });
  }

  private tellFailure(failure: Failure): void {
    this.services.onEvent({ ...this.event(), type: 'failure-recorded', failure });
  }

  private record() {
    return { version: 1, trajectoryId: this.input.trajectoryId } as const;
  }

  private event() {
    return { ...this.record(), at: this.services.clock.now() } as const;
  }
}

const cancelled: LoopOutcome = { stopReason: 'cancelled', finalAnswer: null, failure: null };

function failedBy(failure: Failure): LoopOutcome {
  return { stopReason: 'failure', finalAnswer: null, failure };
}

function valueOf(result: IteratorResult<LoopEvent, LoopOutcome>): LoopOutcome {
  return result.done === true ? result.value : cancelled;
}
