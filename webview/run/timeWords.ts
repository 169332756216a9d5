// How long ago, how long still, and when: the times of a run as a person reads them.
import { shortTime } from '../charts/axisWords.ts';

/** `just now`, `8 s ago`, `3 min ago`, `2 d 4 h ago`. */
export function agoWords(at: string, now: number): string {
  const seconds = (now - Date.parse(at)) / 1000;
  return seconds < 1 ? 'just now' : `${shortTime(coarse(seconds))} ago`;
}

/** `in 18 s`; `now` when it is due. */
export function untilWords(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  return seconds < 1 ? 'now' : `in ${shortTime(seconds)}`;
}

/** Hour and minute of today, with the day for another day. */
export function whenWords(at: string, now: number): string {
  const date = new Date(at);
  const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const isToday = date.toDateString() === new Date(now).toDateString();
  if (isToday) return clock;
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `${day}, ${clock}`;
}

/** Hour, minute and second. */
export function clockWords(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** From ten minutes on the seconds, and from a day on the minutes, say nothing. */
function coarse(seconds: number): number {
  if (seconds < 60) return seconds;
  const unit = seconds < 86_400 ? 60 : 3600;
  return Math.floor(seconds / unit) * unit;
}
