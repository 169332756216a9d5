// What the page of evaluations asks the runtime: which there are in a workspace, what one found out, and how two of them compare.
import * as z from 'zod';
import {
  Evaluation,
  EvaluationComparison,
  EvaluationReport,
  EvaluationResult,
  ProtocolDifference,
  ProtocolRecord,
} from './evaluation.ts';
import { Id, Timestamp } from './ids.ts';

/** Evaluations that compare as they stand. Those of different groups are never in one table. */
export const EvaluationProtocolGroup = z.object({
  protocolHash: Evaluation.shape.protocolHash,
  /** Of its newest evaluation. */
  protocol: ProtocolRecord,
  /** From the first group to this one; empty for the first. */
  differences: z.array(ProtocolDifference),
  /** Newest first. */
  evaluations: z
    .array(z.object({ createdAt: Timestamp, dataName: z.string(), report: EvaluationReport }))
    .min(1),
});
export type EvaluationProtocolGroup = z.infer<typeof EvaluationProtocolGroup>;

/** One task of an evaluation with what came of each rollout that counts. */
export const EvaluatedTaskRow = z.object({
  taskId: Id,
  question: z.string(),
  level: z.int().nullable(),
  /** In the order of the plan; those that are not there yet are left out. */
  rollouts: z.array(
    EvaluationResult.pick({
      seed: true,
      sample: true,
      trajectoryId: true,
      correctness: true,
      cause: true,
      stopReason: true,
      finalAnswer: true,
      reward: true,
      steps: true,
    }),
  ),
});
export type EvaluatedTaskRow = z.infer<typeof EvaluatedTaskRow>;

export const EvaluationDetail = z.object({
  createdAt: Timestamp,
  protocol: ProtocolRecord,
  report: EvaluationReport,
  tasks: z.array(EvaluatedTaskRow),
  /** Its trajectory file, absolute. */
  trajectories: z.string(),
});
export type EvaluationDetail = z.infer<typeof EvaluationDetail>;

/** Absolute path of a folder on this disk. */
const workspace = z.string().min(1);

/** They work in Restricted Mode: nothing is run. */
export const evaluationRequests = {
  'list-evaluations': {
    params: z.object({ workspace }),
    result: z.object({
      /** That of the newest evaluation first. */
      groups: z.array(EvaluationProtocolGroup),
      /** Why folders of evaluations could not be read, a sentence each. */
      problems: z.array(z.string()),
    }),
  },
  'read-evaluation': {
    params: z.object({ workspace, name: Id }),
    result: EvaluationDetail,
  },
  'compare-evaluations': {
    params: z.object({ workspace, first: Id, second: Id }),
    result: EvaluationComparison,
  },
} as const;
