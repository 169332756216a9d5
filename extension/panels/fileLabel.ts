// The name and size of a file as a person reads them.
import { stat } from 'node:fs/promises';
import path from 'node:path';

/** The name alone when the size cannot be told. */
export async function fileLabel(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  const name = path.basename(file);
  return found === null ? name : `${name}, ${byteText(found.size)}`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Three digits at least, in steps of a thousand: `812 bytes`, `1.02 GB`. */
export function byteText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const step = Math.min(power, units.length - 1);
  const value = bytes / 1000 ** step;
  const digits = step === 0 ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[step] ?? 'TB'}`;
}
