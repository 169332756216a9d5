// Moments as other programs write them. Pure.

/** As ISO 8601 in UTC with milliseconds; a time without a zone is taken for UTC. Null for what is no moment. */
export function sourceTime(text: string | null): string | null {
  if (text === null || !startsAsDate.test(text)) return null;
  const zoned = hasZone.test(text) || !hasClock.test(text) ? text : `${text}Z`;
  return momentOf(Date.parse(zoned.replace(' ', 'T')));
}

/** The same of seconds since 1970. */
export function unixTime(seconds: unknown): string | null {
  return typeof seconds === 'number' ? momentOf(seconds * 1000) : null;
}

function momentOf(milliseconds: number): string | null {
  const isMoment = Number.isFinite(milliseconds) && Math.abs(milliseconds) <= lastMoment;
  return isMoment ? new Date(milliseconds).toISOString() : null;
}

/** Of a year with four digits, as a record must have. */
const lastMoment = 253_402_300_799_999;
const startsAsDate = /^\d{4}-\d{2}-\d{2}/;
const hasClock = /\d{2}:\d{2}/;
const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i;
