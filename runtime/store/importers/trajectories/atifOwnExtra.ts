// What this program writes into `extra.tool_r1` of an ATIF document, because the format has no fields for it: the task, how the
// trajectory ended, and its scores. Pure.
import * as z from 'zod';
import { RewardPart } from '../../../contract/reward.ts';
import { StopReason } from '../../../contract/trajectory.ts';
import type { ForeignScore, ForeignTrajectory } from './foreignFormat.ts';

const Text = z.string().nullish().catch(null);
const Own = z.looseObject({
  task_id: Text,
  question: Text,
  reference_answer: Text,
  stop_reason: StopReason,
  final_answer: Text,
  failure: Text,
  ended_at: Text,
  scores: z.array(RewardPart),
});
const Extra = z.looseObject({ tool_r1: Own });

type Known = Pick<ForeignTrajectory, 'task' | 'finalAnswer' | 'stopReason' | 'failure' | 'scores'>;

/** In place of what the conversation tells; null where another program wrote the document. */
export function ownExtra(
  extra: unknown,
  asked: string,
): (Known & { endedAt: string | null }) | null {
  const read = Extra.safeParse(extra);
  if (!read.success) return null;
  const own = read.data.tool_r1;
  return {
    task: {
      id: own.task_id ?? null,
      question: own.question ?? asked,
      referenceAnswer: own.reference_answer ?? null,
      metadata: {},
    },
    finalAnswer: own.final_answer ?? null,
    stopReason: own.stop_reason,
    failure: own.failure ?? null,
    endedAt: own.ended_at ?? null,
    scores: own.scores.map(scoreOf),
  };
}

function scoreOf({ name, score, weight, reason }: RewardPart): ForeignScore {
  return { name, value: score, isReward: weight !== 0, weight, reason };
}
