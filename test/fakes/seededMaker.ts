// Makes rollouts of training without a model: what comes out follows from the seed alone, about half of them right.
import type { RolloutMaker, RolloutWish } from '../../runtime/rolloutServer/rolloutMaker.ts';
import type { RolledOut } from '../../runtime/rolloutServer/rolloutStatus.ts';
import { makeStarted } from './records.ts';
import { makeRolledOut, tokenStep } from './rolledOut.ts';

export class SeededMaker implements RolloutMaker {
  readonly limit = 4;
  readonly wishes: RolloutWish[] = [];
  /** Awaited before each rollout; a test holds rollouts up with it, or breaks them. */
  before: (wish: RolloutWish, signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  async rollOut(wish: RolloutWish, signal: AbortSignal): Promise<RolledOut> {
    this.wishes.push(wish);
    await this.before(wish, signal);
    const { trajectoryId: id, seed, policy, task } = wish;
    const correctness = seed % 2;
    const rolled = makeRolledOut({ id });
    const started = makeStarted({ trajectoryId: id, policyVersion: policy.version, task });
    await wish.sink.append(started);
    const part = { name: 'answer', score: correctness, weight: 1, reason: 'by seed' };
    return {
      ...rolled,
      trajectory: {
        ...rolled.trajectory,
        started,
        steps: [tokenStep(1, [seed % 50, 1], [seed % 7, (seed % 11) + 1])],
        reward: { recipe: 'tool-r1', parts: [part], total: correctness, correctness },
      },
    };
  }
}
