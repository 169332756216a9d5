// What judges said before, in the cache: a file of JSON Lines for each version of a judge, so that the same answer is not paid
// for twice. Only a help: the verdicts that count are in the trajectory files, and this folder may be deleted at any time.
import path from 'node:path';
import * as z from 'zod';
import { Verdict, type JudgeIdentity } from '../contract/judge.ts';
import { ItemHash } from '../contract/label.ts';
import { FailureError } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { JsonLinesWriter } from './jsonLinesWriter.ts';
import { readLines } from './lineReader.ts';

const CachedVerdict = z.looseObject({
  version: z.literal(1),
  itemHash: ItemHash,
  /** How often the judge was asked. */
  asks: z.int().positive(),
  verdict: Verdict,
});

export interface VerdictCachePlace {
  /** The cache folder of the product. */
  readonly cache: string;
  readonly judge: JudgeIdentity;
  /** A verdict counts as known when the judge was asked at least this often. */
  readonly asks: number;
}

export class VerdictCache {
  readonly file: string;
  readonly #place: VerdictCachePlace;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #writer: JsonLinesWriter;

  private constructor(file: string, place: VerdictCachePlace, writer: JsonLinesWriter) {
    this.file = file;
    this.#place = place;
    this.#writer = writer;
  }

  /**
   * Reads what is there; lines that cannot be read or are of another judge are passed over.
   * @throws FailureError at boundary `store` when the file cannot be written
   */
  static async open(place: VerdictCachePlace): Promise<VerdictCache> {
    const { name, version } = place.judge;
    const safe = `${name}-${version}`.replace(/[^\w.-]/g, '_');
    const file = path.join(place.cache, 'verdicts', `${safe}.jsonl`);
    const cache = new VerdictCache(file, place, await JsonLinesWriter.open(file));
    await cache.#read();
    return cache;
  }

  get size(): number {
    return this.#verdicts.size;
  }

  get(itemHash: string): Verdict | null {
    return this.#verdicts.get(itemHash) ?? null;
  }

  async put(itemHash: string, verdict: Verdict): Promise<void> {
    this.#verdicts.set(itemHash, verdict);
    await this.#writer.append({ version: 1, itemHash, asks: this.#place.asks, verdict });
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  async #read(): Promise<void> {
    const { judge, asks } = this.#place;
    try {
      for await (const { text } of readLines(this.file)) {
        const parsed = parseJson(CachedVerdict, text ?? '');
        if (!parsed.ok || parsed.value.asks < asks) continue;
        const { itemHash, verdict } = parsed.value;
        const isSame = verdict.judge.name === judge.name && verdict.judge.version === judge.version;
        if (isSame) this.#verdicts.set(itemHash, verdict);
      }
    } catch (error) {
      // A cache that cannot be read is as good as an empty one.
      if (!(error instanceof FailureError)) throw error;
    }
  }
}
