// Asks robots.txt of a site before its pages are visited (RFC 9309), under our own name. A site without one may be visited; one
// that cannot answer for it may not.
import robotsModule from 'robots-parser';
import type { Clock } from '../support/clock.ts';
import type { Gate } from './redirectingWeb.ts';
import { type Web, WebError } from './web.ts';
import type { WebAddress } from './webAddress.ts';

export interface RobotsGateParts {
  /** Without a gate of its own. */
  readonly web: Web;
  /** As sites name programs in their rules, without a version. */
  readonly agentName: string;
  readonly clock: Clock;
}

interface Rules {
  isAllowed(url: URL): boolean;
  readonly gapMilliseconds: number;
  /** Milliseconds of the monotonic clock. */
  readonly until: number;
}

/** The types of the package tell of an ES module; what Node loads is the function itself. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;
/** RFC 9309, 2.4: not longer than a day. */
const keptMilliseconds = 24 * 60 * 60 * 1000;
/** RFC 9309, 2.5: at least 500 KiB are read. */
const readCharacters = 512 * 1024;

export class RobotsGate implements Gate {
  readonly #parts: RobotsGateParts;
  readonly #rules = new Map<string, Rules>();

  constructor(parts: RobotsGateParts) {
    this.#parts = parts;
  }

  async admit({ url }: WebAddress, signal: AbortSignal): Promise<number> {
    const rules = await this.#rulesOf(url, signal);
    if (rules.isAllowed(url)) return rules.gapMilliseconds;
    throw new WebError(
      'robots',
      `${url.host} asks programs not to visit ${url.pathname} (robots.txt). Look for the same on another site, or for an archived copy.`,
    );
  }

  async #rulesOf(url: URL, signal: AbortSignal): Promise<Rules> {
    const known = this.#rules.get(url.origin);
    if (known !== undefined && known.until > this.#parts.clock.monotonic()) return known;
    const rules = this.#read(url.origin, await this.#textOf(url, signal));
    this.#rules.set(url.origin, rules);
    return rules;
  }

  /** Empty where the site has none. */
  async #textOf(url: URL, signal: AbortSignal): Promise<string> {
    try {
      const address = `${url.origin}/robots.txt`;
      const { body } = await this.#parts.web.fetch({ url: address, kind: 'api' }, signal);
      return new TextDecoder().decode(body.subarray(0, readCharacters));
    } catch (error) {
      if (error instanceof WebError && isMissing(error)) return '';
      if (error instanceof WebError && error.status !== null) throw unknownRules(url, error);
      throw error;
    }
  }

  #read(origin: string, text: string): Rules {
    const { agentName, clock } = this.#parts;
    const robots = robotsParser(`${origin}/robots.txt`, text);
    return {
      isAllowed: ({ href }) => robots.isAllowed(href, agentName) !== false,
      gapMilliseconds: readDelay(robots.getCrawlDelay(agentName)),
      until: clock.monotonic() + keptMilliseconds,
    };
  }
}

/** Sites write all kinds of things as a delay. @param seconds maybe not a number at all */
function readDelay(seconds = 0): number {
  return seconds > 0 ? seconds * 1000 : 0;
}

/** RFC 9309, 2.3.1.2 and 2.3.1.3: a site that has no such file, or hides it behind redirects, has no rules. */
function isMissing({ problem, status }: WebError): boolean {
  if (problem === 'too-many-redirects') return true;
  return status !== null && status >= 400 && status < 500 && status !== 429;
}

function unknownRules({ host }: URL, cause: WebError): WebError {
  return new WebError(
    'robots',
    `${host} could not say which of its pages may be visited: its robots.txt answered with status ${cause.status}. Try another site, or this one later.`,
    { cause },
  );
}
