// Times as a person reads them. Milliseconds in.

/** `0.4 s`, `12.3 s`, `2 min 05 s`, `1 h 02 min`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(whole % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** For a column with the unit in its head. */
export function secondsColumn(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

/** A running clock: `0:07`, `12:30`, `1:02:03`. */
export function clock(milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${twoDigits(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(whole % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
