// Numbers and values as a person reads them on a terminal.
import { formatBytes } from '../support/formatBytes.ts';
import type { Progress } from '../support/progress.ts';

/** `80 ms`, `1.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `1 file`, `2 files`; the plural is given where it is not regular. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

/** `Fetching the embedded model: 45 % (44 MB of 98 MB)`. */
export function formatProgress({ activity, done, total, unit }: Progress): string {
  const amount = unit === 'bytes' ? formatBytes(done) : done.toLocaleString('en');
  if (total === null) return done === 0 ? activity : `${activity}: ${amount}${unitName(unit)}`;
  const percent = Math.min(100, Math.floor((done / total) * 100));
  const whole = unit === 'bytes' ? formatBytes(total) : total.toLocaleString('en');
  return `${activity}: ${percent} % (${amount} of ${whole}${unitName(unit)})`;
}

function unitName(unit: Progress['unit']): string {
  return unit === 'bytes' ? '' : ` ${unit}`;
}

/** A JSON value as Python would write it: `None`, `True`, single quotes. */
export function formatPythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return pythonString(value);
  if (Array.isArray(value)) return `[${value.map(formatPythonValue).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([name, inner]) => `${pythonString(name)}: ${formatPythonValue(inner)}`,
  );
  return `{${entries.join(', ')}}`;
}

/** `name(first='a', second=2)`. What is None is left out: that is what tools take when nothing is given. */
export function formatCall(name: string, args: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(args).filter(([, value]) => value !== null);
  const shown = given.map(([key, value]) => `${key}=${formatPythonValue(value)}`);
  return `${name}(${shown.join(', ')})`;
}

function pythonString(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
