// A link to a trajectory, or to a step of it: how it is written and how it is read. What follows one is linkHandler.ts.
import path from 'node:path';
import * as z from 'zod';
import { Id } from '../../runtime/contract/ids.ts';
import { type Checked, check } from '../support/check.ts';

export const linkPath = '/trajectory';

export interface TrajectoryLink {
  /** Absolute. */
  readonly file: string;
  readonly id: string;
  readonly step: number | null;
}

const LinkQuery = z.object({
  file: z
    .string()
    .min(1)
    .max(4096)
    .refine((file) => path.isAbsolute(file), 'the file has to be a whole path'),
  id: Id,
  step: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'the step has to be a number')
    .transform(Number)
    .nullable(),
});

/** The part after the question mark. */
export function linkQuery({ file, id, step }: TrajectoryLink): string {
  const query = new URLSearchParams({ file, id });
  if (step !== null) query.set('step', String(step));
  // A plus stands for a space in forms alone; links are read as they are.
  return query.toString().replaceAll('+', '%20');
}

/** @param query the part after the question mark */
export function readLinkQuery(query: string): Checked<TrajectoryLink> {
  const given = new URLSearchParams(query);
  return check(LinkQuery, {
    file: given.get('file') ?? undefined,
    id: given.get('id') ?? undefined,
    step: given.get('step'),
  });
}
