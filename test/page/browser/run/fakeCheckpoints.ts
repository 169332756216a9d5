// Stands for the extension behind the page of checkpoints: what is done to one shows when they are read the next time.
import * as z from 'zod';
import type { RunPanelRequestName } from '../../../../runtime/contract/runPanel.ts';
import type { CheckpointListing } from '../../../../runtime/contract/training/runView.ts';
import { makeCheckpoint, makeCheckpoints, makeComparison } from '../../../fakes/checkpoints.ts';
import type { Answer } from '../fakePanel.ts';

export type CheckpointAnswers = Partial<Record<RunPanelRequestName, Answer>>;

const Asked = z.object({ step: z.int(), pinned: z.boolean().optional() });

/** @param count of checkpoints, the oldest left out; 6 at most */
export function checkpointAnswers(now: number, count: number): CheckpointAnswers {
  let checkpoints = makeCheckpoints(now).slice(6 - count);
  const served: number[] = [];
  const change = (step: number, to: (one: CheckpointListing) => CheckpointListing): void => {
    checkpoints = checkpoints.map((one) => (one.step === step ? to(one) : one));
  };
  const evaluated = (one: CheckpointListing): CheckpointListing => ({
    ...one,
    heldOut: makeCheckpoint({ step: one.step, now, passed: 60 }).heldOut,
  });
  return {
    'read-checkpoints': () => ({ checkpoints, keep: { last: 3, best: 1 }, served }),
    'compare-checkpoints': () => makeComparison(),
    'evaluate-checkpoint': (asked) => {
      change(Asked.parse(asked).step, evaluated);
      return { isDone: true };
    },
    'serve-checkpoint': (asked) => {
      served.push(Asked.parse(asked).step);
      return {};
    },
    'unserve-checkpoint': (asked) => {
      served.splice(served.indexOf(Asked.parse(asked).step), 1);
      return {};
    },
    'pin-checkpoint': (asked) => {
      const { step, pinned } = Asked.parse(asked);
      change(step, (one) => ({ ...one, kept: pinned === true ? ['pinned'] : [] }));
      return {};
    },
    'clean-checkpoints': () => {
      checkpoints = checkpoints.filter(({ kept, step }) => kept.length > 0 || step >= 200);
      return {};
    },
  };
}
