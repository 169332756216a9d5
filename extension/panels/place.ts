// A trajectory that another part of the extension, or a link, points at.
import * as z from 'zod';
import { Id } from '../../runtime/contract/ids.ts';
import { type Checked, check } from '../support/check.ts';

const Place = z.object({
  /** Absolute. */
  file: z.string().min(1),
  /** Null means the whole file. */
  trajectoryId: Id.nullable().default(null),
  step: z.int().positive().nullable().default(null),
});
export type Place = z.infer<typeof Place>;

export function readPlace(argument: unknown): Checked<Place> {
  return check(Place, argument);
}
