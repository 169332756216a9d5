// What a process said when it ended badly, and what may be behind it when it said nothing. Pure.

export interface ProcessEnd {
  /** Null when a signal ended it, or when it never started. */
  readonly code: number | null;
  readonly signal?: NodeJS.Signals | null;
  /** Lines that it printed; the last ones count. */
  readonly said: string;
}

/** What pip calls an error, the last line that says something, or how it ended where it said nothing. */
export function lastWords({ code, signal = null, said }: ProcessEnd): string {
  const lines = said.split('\n').map((line) => line.trim());
  const last = lines.find((line) => line.startsWith('ERROR:')) ?? lines.findLast((line) => line);
  if (last !== undefined) return last;
  if (signal !== null && signal !== 'SIGKILL') return `it was ended by ${signal} and said nothing.`;
  if (code === null) return 'it was killed and said nothing, as happens when memory runs out.';
  return code === 0
    ? 'it said nothing.'
    : `it ended with code ${code} and said nothing, as happens when a disk is full.`;
}

/** Where it is the room on a disk that it lacked, in the words of the system or in ours. */
export function lackedRoom({ said }: Pick<ProcessEnd, 'said'>): 'disk' | 'quota' | null {
  if (/Disk quota exceeded|\bquota for \S+ is used up/.test(said)) return 'quota';
  return /No space left on device|\b[Dd]isk of \S+ is full/.test(said) ? 'disk' : null;
}
