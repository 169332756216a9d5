// The Internet Archive's Wayback Machine, or an archive of the same software: GET /wayback/available gives the copy nearest to a day.
import * as z from 'zod';
import type { Web } from '../web.ts';
import { addressOf, askJson } from './jsonAnswer.ts';

export interface ArchivedCopy {
  readonly url: string;
  /** YYYYMMDDhhmmss, UTC. */
  readonly timestamp: string;
}

const Nearest = z.object({
  archived_snapshots: z.object({
    closest: z
      .object({
        available: z.boolean(),
        url: z.string(),
        timestamp: z.string().regex(/^\d{4,14}$/),
        status: z.string().nullish(),
      })
      .nullish(),
  }),
});

export class WebArchive {
  readonly #web: Web;
  readonly #baseUrl: string;

  /** @param baseUrl `https://archive.org` or a mirror */
  constructor(web: Web, baseUrl: string) {
    this.#web = web;
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /**
   * Null when the archive has no copy.
   * @param day YYYYMMDD
   * @throws WebError
   */
  async nearest(url: string, day: string, signal: AbortSignal): Promise<ArchivedCopy | null> {
    const address = addressOf(`${this.#baseUrl}/wayback/available`, { url, timestamp: day });
    const question = {
      service: 'The web archive',
      request: { url: address },
      schema: Nearest,
    };
    const { archived_snapshots: snapshots } = await askJson(this.#web, question, signal);
    const { closest } = snapshots;
    if (!closest?.available) return null;
    return { url: secure(closest.url), timestamp: closest.timestamp };
  }
}

/** The archive itself gives `http:` addresses though it serves all by `https:`; a mirror is asked as it says. */
function secure(url: string): string {
  return url.replace(/^http:\/\/(?=(?:[\w-]+\.)*archive\.org[/:])/, 'https://');
}
