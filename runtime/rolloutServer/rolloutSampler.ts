// Samples the rollouts that the training state asks for, several at a time. One that broke as machinery is sampled once more, with
// the same seed, so that the breakdown leaves no trace in what is trained on.
import type { Id } from '../contract/ids.ts';
import { mapLimited } from '../support/mapLimited.ts';
import type { TrajectorySink } from '../rollout/trajectorySink.ts';
import type { SampledRollout, Visit, VisitOutcome } from '../training/visit.ts';
import type { CurrentPolicy } from './policyGate.ts';
import type { RolloutMaker } from './rolloutMaker.ts';
import { rolloutId, rolloutSeed, type RolloutPlace } from './rolloutSeed.ts';
import { counts, type RolledOut } from './rolloutStatus.ts';
import { sampledRollout, type SamplingMoment } from './sampledRollout.ts';
import type { TrainingTask } from './trainingTask.ts';
import { WireProblem } from './wireProblem.ts';

export interface SamplerParts {
  readonly runId: Id;
  readonly tasks: ReadonlyMap<Id, TrainingTask>;
  readonly maker: RolloutMaker;
}

export interface SamplingRound extends SamplingMoment {
  readonly visits: readonly Visit[];
  /** Of the run. */
  readonly seed: number;
  readonly policy: CurrentPolicy;
  readonly sink: TrajectorySink;
  /** Called when a rollout is over. */
  readonly onRollout: () => void;
}

interface Tried {
  readonly rolled: RolledOut;
  readonly sampled: SampledRollout;
}

interface TriedVisit extends Tried {
  readonly taskId: Id;
}

/** Attempts at one rollout. */
const mostAttempts = 2;

export class RolloutSampler {
  readonly #parts: SamplerParts;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
  }

  /**
   * Outcomes in the order of the visits.
   * @throws WireProblem when every single rollout broke or could not be scored, because then something is wrong with more than
   * one of them, and the signal's abort reason
   */
  async sample(round: SamplingRound, signal: AbortSignal): Promise<readonly VisitOutcome[]> {
    const places = round.visits.flatMap(({ taskId, fresh }) =>
      Array.from({ length: fresh }, (_, index) => this.#place(round, taskId, index)),
    );
    const { limit } = this.#parts.maker;
    const tried = await mapLimited(places, limit, signal, async (place, either) => {
      const result = await this.#try(place, round, either);
      round.onRollout();
      return { taskId: place.taskId, ...result };
    });
    refuseBreakdown(tried);
    refuseSilentJudge(tried);
    return round.visits.map(({ taskId }) => ({
      taskId,
      rollouts: tried.filter((one) => one.taskId === taskId).map(({ sampled }) => sampled),
    }));
  }

  #place({ step, seed }: SamplingRound, taskId: Id, index: number): RolloutPlace {
    return { runId: this.#parts.runId, seed, step, taskId, index };
  }

  async #try(place: RolloutPlace, round: SamplingRound, signal: AbortSignal): Promise<Tried> {
    let wasted = 0;
    for (let attempt = 1; ; attempt += 1) {
      const rolled = await this.#rollOut(place, attempt, round, signal);
      const sampled = sampledRollout(rolled, round);
      if (counts(sampled.status) || attempt >= mostAttempts) {
        return {
          rolled,
          sampled: { ...sampled, generatedTokens: sampled.generatedTokens + wasted },
        };
      }
      wasted += sampled.generatedTokens;
    }
  }

  async #rollOut(
    place: RolloutPlace,
    attempt: number,
    { policy, sink }: SamplingRound,
    signal: AbortSignal,
  ): Promise<RolledOut> {
    signal.throwIfAborted();
    const task = this.#parts.tasks.get(place.taskId);
    if (task === undefined) throw new Error(`There is no task ${place.taskId}.`);
    const id = rolloutId(place);
    const trajectoryId = attempt === 1 ? id : `${id}.again`;
    const wish = { ...task, trajectoryId, seed: rolloutSeed(place), policy, sink };
    const rolled = await this.#parts.maker.rollOut(wish, signal);
    signal.throwIfAborted();
    return rolled;
  }
}

function refuseBreakdown(tried: readonly Tried[]): void {
  const [first] = tried;
  if (first === undefined || tried.some(({ sampled }) => counts(sampled.status))) return;
  const { started, ended } = first.rolled.trajectory;
  const why = ended?.failure?.message ?? 'it took too long';
  throw new WireProblem(
    502,
    `All ${tried.length} rollouts broke; the first as ${first.sampled.status}: ${why}`,
    started.trajectoryId,
  );
}

/**
 * Without a single score a step would teach nothing, and the next one neither. All answers to one task may be such that a working
 * judge does not come to terms with them; those to several are not.
 */
function refuseSilentJudge(tried: readonly TriedVisit[]): void {
  const [first] = tried;
  const isOneTask = tried.every(({ taskId }) => taskId === first?.taskId);
  if (first === undefined || isOneTask || tried.some(({ sampled }) => sampled.member !== null)) {
    return;
  }
  const { started, reward, verdicts } = first.rolled.trajectory;
  const verdict = verdicts.at(-1);
  const part = reward?.parts.find(({ score }) => score === null);
  const why = verdict?.outcome === 'unscored' ? verdict.cause : part?.reason;
  throw new WireProblem(
    502,
    `None of ${tried.length} rollouts could be scored; the first because ${why ?? 'its task has no reference answer'}. Mend the judge (training.judge, training.judgeModel), then resume.`,
    started.trajectoryId,
  );
}
