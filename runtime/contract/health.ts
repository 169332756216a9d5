// One look at whether something works, with what to do where it does not.
import * as z from 'zod';

export const HealthCheck = z.object({
  name: z.string(),
  state: z.enum(['pass', 'warn', 'fail']),
  detail: z.string(),
  /** What to do about it; null when nothing needs doing. */
  advice: z.string().nullable(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;
