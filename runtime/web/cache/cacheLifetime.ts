// How long an answer may be given again without asking the site (RFC 9111, for one person's cache).

/** Answers are not kept longer than this, whatever they say. */
const longestMilliseconds = 7 * 24 * 60 * 60 * 1000;

export interface LifetimeWish {
  /** Of the answer, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For answers that do not say it. */
  readonly usualMilliseconds: number;
}

/** Milliseconds from now; 0 for an answer that is not to be kept. */
export function cacheLifetime({ headers, now, usualMilliseconds }: LifetimeWish): number {
  if (headers['vary']?.split(',').some((name) => name.trim() === '*') === true) return 0;
  const control = directives(headers['cache-control'] ?? '');
  if (control.has('no-store') || control.has('no-cache')) return 0;
  const said = saidMilliseconds(headers, control, now);
  return Math.min(Math.max(said ?? usualMilliseconds, 0), longestMilliseconds);
}

function saidMilliseconds(
  headers: Readonly<Record<string, string>>,
  control: ReadonlyMap<string, string>,
  now: number,
): number | null {
  const age = seconds(headers['age']) ?? 0;
  const maxAge = control.get('max-age');
  // Whoever writes a lifetime that cannot be read wants none (RFC 9111, 4.2.1).
  if (maxAge !== undefined) return ((seconds(maxAge) ?? 0) - age) * 1000;
  const expires = headers['expires'];
  if (expires === undefined) return null;
  const end = Date.parse(expires);
  const sent = Date.parse(headers['date'] ?? '');
  return Number.isNaN(end) ? 0 : end - (Number.isNaN(sent) ? now : sent) - age * 1000;
}

/** Names in lower case; the first of several wins. */
function directives(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of text.matchAll(
    /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,]*)))?/g,
  )) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? plain ?? '');
  }
  return found;
}

function seconds(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : null;
}
