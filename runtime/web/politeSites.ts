// Asks each site one question at a time, with a pause in between, and waits when the site asks for it: as long as a step of the
// agent may take, not longer. Pauses are kept within one process.
import {
  type BackOffSettings,
  nextDelay,
  retryAfterMilliseconds,
  type Sleep,
} from '../support/backOff.ts';
import type { Clock } from '../support/clock.ts';
import { hostOf } from './ownServers.ts';
import type { Answer, Question, Sites } from './sites.ts';
import { WebError } from './web.ts';
import type { WebLimits } from './webLimits.ts';

export interface PoliteSitesParts {
  readonly sites: Sites;
  readonly limits: Pick<WebLimits, 'gapMilliseconds' | 'maxWaitMilliseconds'>;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** From 0 to 1, for pauses of our own. */
  readonly random: () => number;
}

interface Site {
  /** Ends with the question before. */
  last: Promise<void>;
  /** Milliseconds of the monotonic clock at which the next question may be asked. */
  freeAt: number;
}

/** Too many questions; not now. */
const busyStatuses = new Set([429, 503]);

export class PoliteSites implements Sites {
  readonly #parts: PoliteSitesParts;
  readonly #known = new Map<string, Site>();
  readonly #backOff: BackOffSettings;

  constructor(parts: PoliteSitesParts) {
    this.#parts = parts;
    const { maxWaitMilliseconds } = parts.limits;
    this.#backOff = {
      maxAttempts: 3,
      firstDelayMilliseconds: 1_000,
      maxDelayMilliseconds: maxWaitMilliseconds,
      maxTotalMilliseconds: maxWaitMilliseconds,
    };
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const site = this.#siteOf(question);
    return inTurn(site, signal, () => this.#askPatiently(site, question, signal));
  }

  #siteOf({ address }: Question): Site {
    const host = hostOf(address.url);
    const site = this.#known.get(host) ?? { last: Promise.resolve(), freeAt: 0 };
    this.#known.set(host, site);
    return site;
  }

  async #askPatiently(site: Site, question: Question, signal: AbortSignal): Promise<Answer> {
    const began = this.#parts.clock.monotonic();
    for (let attempts = 1; ; attempts += 1) {
      await this.#pause(site, question, signal);
      const answer = await this.#askOnce(site, question, signal);
      if (!busyStatuses.has(answer.status)) return answer;
      const now = this.#parts.clock.monotonic();
      const asked = this.#asked(answer);
      if (asked !== null) site.freeAt = Math.max(site.freeAt, now + asked);
      const attempted = { attempts, elapsed: now - began, askedMilliseconds: asked };
      const delay = nextDelay(this.#backOff, attempted, this.#parts.random);
      if (delay === null) throw busy(question, asked, answer.status);
      site.freeAt = Math.max(site.freeAt, now + delay);
    }
  }

  async #askOnce(site: Site, question: Question, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#parts.sites.ask(question, signal);
    } finally {
      const { gapMilliseconds, maxWaitMilliseconds } = this.#parts.limits;
      const wished = Math.min(question.gapMilliseconds, maxWaitMilliseconds);
      const gap = question.address.isOwn ? 0 : Math.max(gapMilliseconds, wished);
      site.freeAt = Math.max(site.freeAt, this.#parts.clock.monotonic() + gap);
    }
  }

  /** @throws WebError `busy` when the site was told to be left alone for longer than a step may wait */
  async #pause(site: Site, question: Question, signal: AbortSignal): Promise<void> {
    const wait = site.freeAt - this.#parts.clock.monotonic();
    if (wait <= 0) return;
    if (wait > this.#parts.limits.maxWaitMilliseconds) throw busy(question, wait);
    await this.#parts.sleep(wait, signal);
  }

  #asked(answer: Answer): number | null {
    const now = Date.parse(this.#parts.clock.now());
    return retryAfterMilliseconds(retryHeaders(answer), now);
  }
}

/** Of all that a site may write, the texts that can be a time. */
function retryHeaders({ headers }: Answer): Headers {
  const found = new Headers();
  for (const name of ['retry-after', 'retry-after-ms']) {
    const text = headers[name] ?? '';
    if (/^[\x20-\x7e]+$/.test(text)) found.set(name, text);
  }
  return found;
}

/** Begins when everything before has ended, also what was given up. */
async function inTurn<Result>(
  site: Site,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = site.last;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  site.last = before.then(() => ended);
  try {
    await orAborted(before, signal);
    return await work();
  } finally {
    end();
  }
}

/** @throws the reason of the signal when it fires first */
function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const settle = () => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    promise.then(settle, settle);
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}

function busy({ address }: Question, asked: number | null, status?: number): WebError {
  const wait = asked === null ? '' : ` and asks to wait ${Math.ceil(asked / 1000)} s`;
  return new WebError(
    'busy',
    `${address.url.host} is busy${wait}. Go on with something else, or try another site.`,
    status === undefined ? {} : { status },
  );
}
