// Serial numbers of spreadsheets as dates. Days count from 1899-12-30, or from 1904-01-01 in files of old Macs; 1900 is a
// leap year there, so serials below 61 are one day off.

const millisecondsADay = 86_400_000;
const daysTo1904 = 1462;

/** What a number format shows of a serial number. */
export interface DateShape {
  readonly date: boolean;
  readonly time: boolean;
  /** A length of time such as `[h]:mm`, which may pass 24 hours. */
  readonly duration: boolean;
}

const noDate: DateShape = { date: false, time: false, duration: false };

/** Reads a number format such as `dd/mm/yyyy hh:mm`; only its first section counts. */
export function dateShape(format: string): DateShape {
  if (format === '' || /^general$/i.test(format)) return noDate;
  const codes = format
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0];
  if (codes === undefined || /[#?]/.test(codes)) return noDate;
  if (/\[(h+|m+|s+)\]/i.test(codes)) return { date: false, time: true, duration: true };
  const time = /[hs]/i.test(codes) || /am\/pm|a\/p/i.test(codes);
  const date = /[yd]/i.test(codes) || (/m/i.test(codes) && !time);
  return { date, time, duration: false };
}

/** ISO 8601: `2025-03-01`, `2025-03-01T14:05`, `14:05:07`; null when the number is no date. */
export function isoDate(serial: number, shape: DateShape, is1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return null;
  let days = is1904 ? serial + daysTo1904 : serial;
  if (!is1904 && days < 60) days += 1;
  const rounded = Math.round((days - 25_569) * 86_400) * 1000;
  const iso = new Date(rounded).toISOString();
  const clock = iso.slice(11, 19).replace(/:00$/, '');
  const isWholeDay = rounded % millisecondsADay === 0;
  if (!shape.date) return serial < 1 ? clock : `${iso.slice(0, 10)}T${clock}`;
  return !shape.time && isWholeDay ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${clock}`;
}
