// Broken machinery, as opposed to outcomes that the policy caused and sees. Says at which boundary it broke and what to do.
import * as z from 'zod';

export const Boundary = z.enum([
  'policy',
  'sandbox',
  'tool',
  'judge',
  'store',
  'remote',
  'trainer',
]);
export type Boundary = z.infer<typeof Boundary>;

export const Failure = z.looseObject({
  /** Stable and machine readable, for example `policy/wrong-key`. */
  code: z.string().regex(/^[a-z]+\/[a-z0-9-]+$/),
  boundary: Boundary,
  /** One or two sentences for a person: what happened, then what to do. */
  message: z.string(),
});
export type Failure = z.infer<typeof Failure>;
