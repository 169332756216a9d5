// `3+1` on the command line: how many checkpoints stay, the newest and the best.
import { InvalidArgumentError } from 'commander';
import type { KeepPolicy } from '../contract/training/runFolder.ts';

/** @throws InvalidArgumentError that shows the form */
export function keptCheckpoints(text: string): KeepPolicy {
  const match = /^([1-9]\d{0,4})(?:\+(\d{1,5}))?$/.exec(text);
  if (match !== null) return { last: Number(match[1]), best: Number(match[2] ?? 0) };
  throw new InvalidArgumentError('It must be like 3+1: how many of the newest and of the best.');
}
