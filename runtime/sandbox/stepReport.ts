// What the kernel reports of a step. Python wrote it and code may have forged it, so it is checked and says nothing about safety.
import * as z from 'zod';
import { PythonError, Refusal, Variable } from '../contract/observation.ts';

export const StepReport = z.object({
  outcome: z.enum([
    'executed',
    'final-answer',
    'syntax-error',
    'refused',
    'python-error',
    'interrupted',
  ]),
  stdout: z.string(),
  stdoutCut: z.int().nonnegative(),
  value: z.string().nullable(),
  error: PythonError.nullable(),
  refusals: z.array(Refusal),
  warnings: z.array(z.string()),
  bound: z.array(z.string()),
  deleted: z.array(z.string()),
  variables: z.array(Variable),
});
export type StepReport = z.infer<typeof StepReport>;
