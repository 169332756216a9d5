// Runs and machines in few words, for the tree, the status bar and messages.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { thisComputer } from '../../runtime/contract/thisComputer.ts';
import type { RunListing, ShownState } from '../../runtime/contract/training/runView.ts';

/** The name of this computer among the machines; written here so that activation loads nothing of the contract. */
export const here: typeof thisComputer = 'this computer';

export const stateWords: Readonly<Record<ShownState, string>> = {
  queued: 'queued',
  starting: 'starting',
  running: 'running',
  stalled: 'stalled',
  stopping: 'stopping',
  stopped: 'stopped',
  crashed: 'crashed',
  done: 'done',
  offline: 'offline',
};

/** The one figure that matters, in about 24 characters. */
export function runFigure(run: RunListing, now: Date): string {
  switch (run.state) {
    case 'running':
      return [progressWords(run), leftWords(run.secondsLeft)].filter(Boolean).join(' · ');
    case 'queued':
      return run.waitsFor === null
        ? 'queued'
        : `queued · ${ordinal(run.waitsFor.place)} for GPU ${cardWords(run.waitsFor.gpus)}`;
    case 'starting':
      return 'starting';
    case 'stalled':
      return `stalled · silent ${agoWords(run.lastSeenAt, now)}`;
    case 'crashed':
      return `crashed · at ${run.step}`;
    case 'stopping':
    case 'stopped':
    case 'done':
    case 'offline':
      return `${stateWords[run.state]} · ${progressWords(run)}`;
  }
}

/** `312/1000`. */
export function progressWords({ step, totalSteps }: RunListing): string {
  return totalSteps === null ? String(step) : `${step}/${totalSteps}`;
}

/** `18 h`, `25 min`, `40 s`; empty for null. */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** Time since a moment: `3 min`; `never` for null. */
export function agoWords(at: string | null, now: Date): string {
  if (at === null) return 'never';
  return leftWords(Math.max(0, (now.getTime() - new Date(at).getTime()) / 1000));
}

/** Was running, last seen 3 min ago. */
export function offlineWords({ lastState, lastSeenAt }: RunListing, now: Date): string {
  const seen = lastSeenAt === null ? 'not seen yet' : `last seen ${agoWords(lastSeenAt, now)} ago`;
  return `Was ${stateWords[lastState]}, ${seen}`;
}

/** `0–3, 6`. */
export function cardWords(cards: readonly number[]): string {
  const sorted = [...cards].sort((one, other) => one - other);
  const ranges: [first: number, last: number][] = [];
  for (const card of sorted) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === card - 1) range[1] = card;
    else ranges.push([card, card]);
  }
  return ranges
    .map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
    .join(', ');
}

export function machineFigure({ connection, facts }: MachineListing, now: Date): string {
  switch (connection.state) {
    case 'connecting':
      return 'connecting';
    case 'offline':
      return connection.nextTryAt === null
        ? 'offline · needs you'
        : `offline · retry ${leftWords(secondsUntil(connection.nextTryAt, now))}`;
    case 'idle':
      return facts === null ? '' : gpuWords(facts.gpus);
    case 'connected':
      return facts === null ? 'connected' : gpuWords(facts.gpus);
  }
}

function gpuWords(gpus: NonNullable<MachineListing['facts']>['gpus']): string {
  if (gpus.length === 0) return 'CPU only';
  const busy = gpus.filter(({ processes }) => processes.length > 0).length;
  return `${busy} of ${gpus.length} GPUs busy`;
}

function secondsUntil(at: string, now: Date): number {
  return Math.max(0, (new Date(at).getTime() - now.getTime()) / 1000);
}

/** `1.5 TiB`, `107 GiB`, `15 MiB`. */
export function gibWords(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes / 1024, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value < 10 ? value.toFixed(1) : String(Math.round(value))} ${units[unit] ?? ''}`;
}

function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
