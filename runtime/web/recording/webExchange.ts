// One line of a recording of web traffic: what was asked and what came of it. The file is JSON Lines, appended to as it happens.
import * as z from 'zod';

export const webExchangeSchema = z.looseObject({
  version: z.literal(1),
  kind: z.literal('web-exchange'),
  /** When the outcome was there; ISO 8601 in UTC. */
  at: z.iso.datetime(),
  request: z.looseObject({
    method: z.enum(['GET', 'POST']),
    /** Values of parameters that are named like keys are struck out. */
    url: z.string(),
    /** Those that tell nothing of the person; lower-case names. */
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
  }),
  outcome: z.discriminatedUnion('type', [
    z.looseObject({
      type: z.literal('response'),
      /** After redirects. */
      url: z.string(),
      status: z.number().int(),
      headers: z.record(z.string(), z.string()),
      /** Base64. */
      body: z.base64(),
    }),
    z.looseObject({
      type: z.literal('error'),
      problem: z.enum([
        'refused',
        'robots',
        'not-found',
        'too-large',
        'too-slow',
        'too-many-redirects',
        'busy',
        'not-recorded',
        'unreachable',
        'blocked',
        'unreadable',
        'status',
      ]),
      status: z.number().int().nullable(),
      message: z.string(),
    }),
  ]),
});

export type WebExchange = z.infer<typeof webExchangeSchema>;
