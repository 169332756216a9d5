// What came back from running one code action. `text` is what the policy reads; the rest is for people and rewards.
import * as z from 'zod';

export const ObservationKind = z.enum([
  /** The code ran to its end. */
  'executed',
  /** The code called final_answer; the step counts as executed. */
  'final-answer',
  /** The reply held no code that may run. */
  'no-code',
  /** Python could not parse the code. */
  'syntax-error',
  /** A protected name, an import or an attribute was refused; nothing of the step ran. */
  'refused',
  /** The code raised an exception. */
  'python-error',
  /** The time limit of the step passed. */
  'timeout',
  /** The sandbox had to be restored or replaced; the step was rolled back whole. */
  'aborted',
  /** A person stopped the step. */
  'cancelled',
]);
export type ObservationKind = z.infer<typeof ObservationKind>;

export const PythonError = z.looseObject({
  /** Exception class, for example `KeyError`. */
  type: z.string(),
  message: z.string(),
  /** Line of the code action, from 1. */
  line: z.int().positive().nullable(),
  /** Frames of the policy's own code only, outermost first. */
  traceback: z.array(z.string()),
});
export type PythonError = z.infer<typeof PythonError>;

export const Refusal = z.looseObject({
  kind: z.enum(['protected-name', 'import', 'attribute', 'name']),
  name: z.string(),
  line: z.int().positive().nullable(),
  /** Says what was refused and how to write it instead. */
  message: z.string(),
});
export type Refusal = z.infer<typeof Refusal>;

/** How the namespace came through the step. */
export const Recovery = z.enum([
  /** Nothing to recover; assignments of a failed step are kept. */
  'none',
  /** Stopped softly; assignments made before the stop are kept. */
  'interrupted',
  /** Heap restored to the state before the step. */
  'rolled-back',
  /** A fresh sandbox was given the state before the step. */
  'moved',
  /** No state could be carried over; the namespace is empty. */
  'lost',
]);
export type Recovery = z.infer<typeof Recovery>;

export const Observation = z.looseObject({
  kind: ObservationKind,
  text: z.string(),
  stdout: z.string(),
  /** Characters of output that were cut out of the middle. */
  stdoutCut: z.int().nonnegative(),
  /** `repr` of the last expression, shortened; null when there is none. */
  value: z.string().nullable(),
  error: PythonError.nullable(),
  refusals: z.array(Refusal),
  /** Things the policy should know: healed names, skipped star imports, output files refused. */
  warnings: z.array(z.string()),
  recovery: Recovery,
  /** Attempts to reach outside the sandbox that the seal stopped, by import name. Code with any earns no execution reward. */
  violations: z.array(z.string()),
});
export type Observation = z.infer<typeof Observation>;

export const Variable = z.looseObject({
  name: z.string(),
  type: z.string(),
  /** Length, or shape for arrays and frames; null where neither applies. */
  size: z.union([z.int().nonnegative(), z.array(z.int().nonnegative())]).nullable(),
  preview: z.string(),
  /** The step that last bound the name, from 1. */
  step: z.int().positive(),
  change: z.enum(['added', 'changed', 'unchanged']),
});
export type Variable = z.infer<typeof Variable>;

export const OutputFile = z.looseObject({
  /** Name below the output folder. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  /** Where the copy lies in quarantine; null when the file was refused. */
  path: z.string().nullable(),
  /** Why the file was refused; null when it was copied. */
  refused: z.string().nullable(),
});
export type OutputFile = z.infer<typeof OutputFile>;
