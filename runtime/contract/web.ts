// What a person allowed the agent of the web, as a client says it with each rollout. Keys of search services are no part of it.
import * as z from 'zod';

export const WebMode = z.discriminatedUnion('type', [
  z.object({ type: z.literal('off') }),
  z.object({ type: z.literal('live') }),
  /** Live, and every exchange is appended to the file. */
  z.object({ type: z.literal('record'), file: z.string() }),
  /** Answers from the file alone; nothing is fetched. */
  z.object({ type: z.literal('replay'), file: z.string() }),
]);
export type WebMode = z.infer<typeof WebMode>;

export const WebWish = z.object({
  mode: WebMode,
  /** `duckduckgo`, `brave`, `tavily`, or the address of a SearXNG. */
  search: z.string().default('duckduckgo'),
  /** The person's own servers that the agent may visit although they are not on the internet, each `host:port`. */
  servers: z.array(z.string()).default([]),
  /** Whether the person trusts the folder that the agent works in. */
  isTrusted: z.boolean(),
});
export type WebWish = z.infer<typeof WebWish>;

export const noWeb: WebWish = {
  mode: { type: 'off' },
  search: 'duckduckgo',
  servers: [],
  isTrusted: false,
};

/**
 * @param file absolute
 * @param search the service that was asked when the file was recorded
 */
export function replayedWeb(file: string, search: string): WebWish {
  return { ...noWeb, mode: { type: 'replay', file }, search };
}
