// Runs the policy on one task once: prompt, loop, judge, reward. This is the one place that catches what breaks and records
// it; every record is written before the event that tells of it, so what a person saw is in the file. A rollout that goes on
// from another trajectory carries the steps of that one over first.
import { runLoop, type LoopEvent, type LoopOutcome } from '../agent/loop.ts';
import type { Protocol } from '../agent/protocols/protocol.ts';
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Failure } from '../contract/failure.ts';
import type { Verdict } from '../contract/judge.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { Reward } from '../contract/reward.ts';
import type { Step } from '../contract/step.ts';
import type { Task } from '../contract/task.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type {
  Branch,
  EarlierQuestion,
  Trajectory,
  TrajectoryEnded,
  TrajectoryParent,
  TrajectoryRecord,
  TrajectoryStarted,
  Writer,
} from '../contract/trajectory.ts';
import type { TaskEnvironment } from '../environment/taskEnvironment.ts';
import type { Judge } from '../judge/judge.ts';
import type { Policy } from '../policy/policy.ts';
import { needsVerdict } from '../reward/needsVerdict.ts';
import type { RewardFunction } from '../reward/reward.ts';
import type { CallTool, Sandbox, SandboxPool } from '../sandbox/sandbox.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import type { Clock } from '../support/clock.ts';
import { isAbort, toFailure } from '../support/errors.ts';
import { earlierQuestions, planBranch, stepsBefore, type BranchPlan } from './branch.ts';
import { rolloutPrompt, type RolloutPrompt } from './branchPrompt.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import type { KeptEpisodes } from './keptEpisodes.ts';
import { offeredTools, openPlace, type RolloutPlace } from './rolloutPlace.ts';
import { RolloutTeller } from './rolloutTeller.ts';
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
  /** The trajectory that this one goes on from; null starts afresh. */
  readonly branch: Branch | null;
  /** This process; null writes down none. */
  readonly writer: Writer | null;
  /** Ends the rollout; what was done is kept. */
  readonly signal: AbortSignal;
}

export interface RolloutServices {
  readonly policy: Policy;
  readonly protocol: Protocol;
  readonly pool: Pick<SandboxPool, 'acquire'>;
  /** Keeps the sandbox with its namespace when the rollout is over; null gives it back. */
  readonly kept: KeptEpisodes | null;
  readonly tools: readonly ToolSignature[];
  readonly callTool: CallTool;
  /** The state behind the task's tools; null where the protocol knows none. */
  readonly environment: TaskEnvironment | null;
  readonly judge: Judge;
  readonly reward: RewardFunction;
  /** Null keeps nothing. */
  readonly sink: TrajectorySink | null;
  readonly clock: Clock;
  readonly onEvent: (event: RunEvent) => void;
}

/**
 * Runs the rollout and gives its trajectory, whose `ended` is always set. Never rejects for what a policy, a sandbox, a
 * judge or the store does: that is an outcome. With a reference answer, or a state to compare, the trajectory has a reward.
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
  private readonly tell: RolloutTeller;
  private readonly steps: Step[] = [];
  private environment: EnvironmentOutcome | null = null;
  /** Once the store broke nothing more is written. */
  private storeFailure: Failure | null = null;

  constructor(input: RolloutInput, services: RolloutServices) {
    this.input = input;
    this.services = services;
    this.tell = new RolloutTeller({ ...services, trajectoryId: input.trajectoryId });
  }

  async run(): Promise<Trajectory> {
    const prompt = await this.prompt();
    const started = this.started(prompt);
    await this.write(started);
    this.tell.start(started, this.services.sink?.file ?? null);
    const outcome = await this.act(prompt);
    const ended = this.ended(this.storeFailure === null ? outcome : failedBy(this.storeFailure));
    if (ended.failure !== null && ended.failure !== this.storeFailure)
      this.tell.failure(ended.failure);
    await this.write(ended);
    const verdict = await this.judge(ended);
    const reward = await this.reward(ended, verdict);
    // The store may have broken after the loop; then the file lacks what follows.
    const told = this.storeFailure === null ? ended : { ...ended, ...failedBy(this.storeFailure) };
    this.tell.end(told, this.steps.length, reward);
    const verdicts = verdict === null ? [] : [verdict];
    return { started, steps: this.steps, ended: told, verdicts, reward };
  }

  /** The loop in a place of its own, or in that of the question before. */
  private async act(prompt: RolloutPrompt): Promise<LoopOutcome> {
    if (this.storeFailure !== null) return failedBy(this.storeFailure);
    let place: RolloutPlace;
    try {
      place = await openPlace(this.input, this.services);
    } catch (error) {
      if (this.input.signal.aborted || isAbort(error)) return cancelled;
      return failedBy(toFailure(error, 'sandbox'));
    }
    let isWhole = false;
    try {
      const outcome = await this.loop(prompt, place.sandbox, this.plan(place.hasNamespace));
      isWhole = outcome.failure === null;
      if (isWhole && outcome.stopReason !== 'cancelled') await this.compare(place);
      return outcome;
    } finally {
      await this.giveBack(place, isWhole);
    }
  }

  /** A state that cannot be compared costs the reward, not the rollout. */
  private async compare(place: RolloutPlace): Promise<void> {
    try {
      this.environment = await place.compare();
    } catch (error) {
      this.tell.failure(toFailure(error, 'tool'));
    }
  }

  private async loop(
    { prompt, earlier }: RolloutPrompt,
    sandbox: Sandbox,
    { carried, written }: BranchPlan,
  ): Promise<LoopOutcome> {
    const { trajectoryId, recipe, seed, signal } = this.input;
    const given = {
      carried,
      ...(written === null ? {} : { written }),
      ...(earlier === null ? {} : { earlier }),
    };
    const events = runLoop(
      { trajectoryId, prompt, settings: recipe.agent, seed, signal, ...given },
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

  private plan(hasNamespace: boolean): BranchPlan {
    const { branch } = this.input;
    if (branch === null) return { earlier: [], carried: [], written: null };
    const plan = planBranch(branch, this.services.protocol, hasNamespace);
    const total = plan.carried.filter(({ runAgain }) => runAgain).length;
    if (total > 0) this.tell.progress('Running the recorded steps again', total);
    return plan;
  }

  /** Writes what must last, then tells. */
  private async take(event: LoopEvent): Promise<void> {
    if (event.type === 'step-ended') {
      this.steps.push(event.step);
      await this.write({ ...this.record(), kind: 'step-ended', step: event.step });
    }
    this.tell.pass(event);
  }

  /** A sandbox that cannot be given back costs the pool, not this rollout. */
  private async giveBack(place: RolloutPlace, isWhole: boolean): Promise<void> {
    try {
      await place.giveBack(isWhole ? this.steps.length : null);
    } catch (error) {
      this.tell.failure(toFailure(error, 'sandbox'));
    }
  }

  private async judge(ended: TrajectoryEnded): Promise<Verdict | null> {
    const { task, recipe, signal } = this.input;
    if (!needsVerdict(recipe.reward)) return null;
    const { verdict, failure } = await judgeAnswer(task, ended, this.services.judge, signal);
    if (failure !== null) this.tell.failure(failure);
    if (verdict === null) return null;
    await this.write({ ...this.record(), kind: 'verdict-given', verdict });
    this.tell.verdict(verdict);
    return verdict;
  }

  private async reward(ended: TrajectoryEnded, verdict: Verdict | null): Promise<Reward | null> {
    const { recipe, task } = this.input;
    // A state says how right it is without a reference answer.
    if (task.referenceAnswer === null && ended.environment === undefined) return null;
    const reward = this.services.reward({
      recipe: recipe.name,
      settings: recipe.reward,
      task,
      steps: this.steps.filter(({ index }) => index > stepsBefore(this.earlier)),
      stopReason: ended.stopReason,
      verdict,
      environment: ended.environment ?? null,
      trainStep: this.input.policyVersion + 1,
      passScore: recipe.training?.passScore ?? 1,
    });
    await this.write({ ...this.record(), kind: 'reward-assigned', reward });
    this.tell.reward(reward);
    return reward;
  }

  /** A store that breaks ends the rollout: what cannot be kept must not go on unnoticed. */
  private async write(record: TrajectoryRecord): Promise<void> {
    if (this.storeFailure !== null) return;
    try {
      await this.services.sink?.append(record);
    } catch (error) {
      this.storeFailure = toFailure(error, 'store');
      this.tell.failure(this.storeFailure);
    }
  }

  private prompt(): Promise<RolloutPrompt> {
    const { policy, protocol } = this.services;
    const { tools } = this;
    const style = this.input.recipe.agent.promptStyle ?? policy.capabilities.promptStyle;
    return rolloutPrompt(protocol, { ...this.input, tools, style }, this.earlier);
  }

  private get tools(): readonly ToolSignature[] {
    return offeredTools(this.services.protocol, this.services);
  }

  private get earlier(): readonly EarlierQuestion[] {
    const { branch } = this.input;
    return branch === null ? [] : earlierQuestions(branch);
  }

  private get parent(): { readonly parent?: TrajectoryParent } {
    const { branch } = this.input;
    if (branch === null) return {};
    const { relation, step, parent } = branch;
    return { parent: { trajectoryId: parent.started.trajectoryId, relation, step } };
  }

  private started({ prompt }: RolloutPrompt): TrajectoryStarted {
    const { task, recipe, seed, policyVersion, writer } = this.input;
    const { policy, clock } = this.services;
    return {
      ...this.record(),
      kind: 'trajectory-started',
      startedAt: clock.now(),
      task,
      model: policy.model,
      policyVersion,
      recipe,
      tools: [...this.tools],
      seed,
      prompt: { ...prompt },
      ...this.parent,
      ...(this.earlier.length === 0 ? {} : { earlier: [...this.earlier] }),
      ...(writer === null ? {} : { writer }),
    };
  }

  private ended(outcome: LoopOutcome): TrajectoryEnded {
    const endedAt = this.services.clock.now();
    return {
      ...this.record(),
      kind: 'trajectory-ended',
      endedAt,
      ...outcome,
      ...(this.environment === null ? {} : { environment: this.environment }),
    };
  }

  private record() {
    return { version: 1, trajectoryId: this.input.trajectoryId } as const;
  }
}

const cancelled: LoopOutcome = { stopReason: 'cancelled', finalAnswer: null, failure: null };

function failedBy(failure: Failure): LoopOutcome {
  return { stopReason: 'failure', finalAnswer: null, failure };
}

function valueOf(result: IteratorResult<LoopEvent, LoopOutcome>): LoopOutcome {
  return result.done === true ? result.value : cancelled;
}
