// Requests that take a while, and how far they are: installing numpy and pandas, and whatever names a call of its own.
import * as z from 'zod';

export const workRequests = {
  /** What an installation of numpy and pandas would fetch, for the question to the person. */
  'offer-data-pack': {
    params: z.object({}),
    result: z.object({
      /** Each as `numpy 2.4.6`. */
      packages: z.array(z.string()),
      /** Address below which they lie. */
      source: z.string(),
      isInstalled: z.boolean(),
    }),
  },
  /** Calling it is the consent of a person. Rollouts that run go on without; those that begin afterwards have it. */
  'install-data-pack': { params: z.object({ callId: z.string() }), result: z.object({}) },
} as const;

export const workNotifications = {
  'work-progressed': z.object({
    /** As the request named its call. */
    callId: z.string(),
    /** For a person: what is being done. */
    activity: z.string(),
    done: z.number().nonnegative(),
    /** Null while it is not known. */
    total: z.number().nonnegative().nullable(),
  }),
} as const;
