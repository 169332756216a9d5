// Makes the batch of one train step: asks the training state what to sample, has it sampled, and gives the groups with their
// advantages, until the state says that the step is whole. The state before is left as it is, so that a batch that breaks off
// leaves nothing behind.
import type { Batch, BatchProgress, BatchRequest } from '../contract/training/rolloutServer.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import type { TrajectorySink } from '../rollout/trajectorySink.ts';
import type { Clock } from '../support/clock.ts';
import type { TrainingState } from '../training/trainingState.ts';
import { beginStep, endStep, nextVisits, takeOutcomes } from '../training/trainStep.ts';
import type { CurrentPolicy, PolicyGate } from './policyGate.ts';
import type { RolloutSampler } from './rolloutSampler.ts';
import type { RunRecords } from './runRecords.ts';
import { WireProblem } from './wireProblem.ts';

export interface BatchMakerParts {
  readonly settings: TrainingSettings;
  readonly gate: PolicyGate;
  readonly sampler: RolloutSampler;
  readonly records: RunRecords;
  readonly clock: Clock;
}

export interface BatchWish {
  readonly request: BatchRequest;
  readonly state: TrainingState;
  readonly onProgress: (progress: BatchProgress) => void;
}

export interface MadeBatch {
  /** What the next batch starts from. */
  readonly state: TrainingState;
  readonly batch: Omit<Batch, 'stop'>;
}

export class BatchMaker {
  readonly #parts: BatchMakerParts;

  constructor(parts: BatchMakerParts) {
    this.#parts = parts;
  }

  /** @throws WireProblem, FailureError at boundary `store`, or the signal's abort reason */
  async make(wish: BatchWish, signal: AbortSignal): Promise<MadeBatch> {
    const { gate, records, clock } = this.#parts;
    const { request, onProgress } = wish;
    onProgress({ done: 0, total: 0, phase: 'waiting-for-policy' });
    const policy = await gate.opened(signal);
    refuseOtherPolicy(policy.version, request.policyVersion);
    const started = clock.monotonic();
    const sink = await records.openTrajectories(request.step);
    try {
      const sampled = await this.#sample(wish, { policy, sink }, signal);
      const { groups, counters, finished, ...ended } = endStep(sampled);
      await records.addGroups(ended.records);
      const rolloutSeconds = (clock.monotonic() - started) / 1000;
      return {
        state: ended.state,
        batch: {
          step: request.step,
          groups: [...groups],
          counters: { ...counters, rolloutSeconds },
          finished,
        },
      };
    } finally {
      await sink.close();
    }
  }

  /** Round after round, until the step is whole. */
  async #sample(
    { request: { step, seed }, state: before, onProgress }: BatchWish,
    means: { readonly policy: CurrentPolicy; readonly sink: TrajectorySink },
    signal: AbortSignal,
  ): Promise<TrainingState> {
    const { settings, sampler } = this.#parts;
    const progress = { done: 0, total: 0 };
    const onRollout = () => {
      progress.done += 1;
      onProgress({ ...progress, phase: 'sampling' });
    };
    let state = beginStep(before, step);
    for (;;) {
      const { state: asking, visits } = nextVisits(state, settings);
      if (visits.length === 0) {
        onProgress({ ...progress, phase: 'scoring' });
        return asking;
      }
      progress.total += visits.reduce((sum, { fresh }) => sum + fresh, 0);
      onProgress({ ...progress, phase: 'sampling' });
      const { passScore } = settings;
      const round = { ...means, visits, step, seed, passScore, onRollout };
      state = takeOutcomes(asking, settings, await sampler.sample(round, signal));
    }
  }
}

function refuseOtherPolicy(current: number, asked: number): void {
  if (current === asked) return;
  throw new WireProblem(
    409,
    `The batch is to be sampled from policy version ${asked}, and the token server has ${current}.`,
  );
}
