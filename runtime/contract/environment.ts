// Tools with a state behind them: what a task says of it, and how it came out. The semantics are those of BFCL's multi-turn
// checker (gorilla, bfcl_eval/eval_checker/multi_turn_eval/multi_turn_checker.py), as shares instead of a yes or no.
import * as z from 'zod';

/** A call as a policy writes it and as the truth names it. */
export const CallRequest = z.looseObject({
  name: z.string().min(1),
  /** Arguments by the name of the parameter, as JSON. */
  arguments: z.record(z.string(), z.unknown()),
});
export type CallRequest = z.infer<typeof CallRequest>;

const StateOfObjects = z.record(z.string(), z.record(z.string(), z.unknown()));

/** `metadata.environment` of a task: the objects that it is about, and what should have happened to them. */
export const EnvironmentSetting = z.looseObject({
  /** State that each object starts in, by the object's name: its public attributes, by their names. */
  initial: StateOfObjects,
  /** Calls that solve the task. */
  truth: z.array(CallRequest).min(1),
  /** The public attributes of each object after those calls; absent when only the calls are known. */
  expected: StateOfObjects.optional(),
});
export type EnvironmentSetting = z.infer<typeof EnvironmentSetting>;

/** The environment after a rollout, against a replica that the truth calls were made on. */
export const EnvironmentOutcome = z.looseObject({
  /** Public attributes of all objects, and those that equal the replica's. */
  attributes: z.int().nonnegative(),
  matchedAttributes: z.int().nonnegative(),
  /**
   * Attributes that the truth calls leave as they were, and those of them that still are so: what a policy that does nothing gets
   * for free. Absent in trajectories of before these were counted.
   */
  untouchedAttributes: z.int().nonnegative().optional(),
  keptAttributes: z.int().nonnegative().optional(),
  /** Results of the truth calls, and those found among the results of the policy's calls: each result counts once, in any order. */
  results: z.int().nonnegative(),
  matchedResults: z.int().nonnegative(),
  /** Attributes that differ, as `object.attribute`. */
  differing: z.array(z.string()),
  /** Truth calls whose result is missing, by their position from 0. */
  missing: z.array(z.int().nonnegative()),
});
export type EnvironmentOutcome = z.infer<typeof EnvironmentOutcome>;
