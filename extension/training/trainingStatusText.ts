// What the status bar says about training. Pure.
import type { RunListing, ShownState } from '../../runtime/contract/training/runView.ts';
import { progressWords, runFigure } from '../views/trainingWords.ts';

export interface TrainingStatusText {
  readonly run: RunListing;
  readonly text: string;
  readonly spoken: string;
  /** A run crashed that a person has not looked at for long. */
  readonly isBad: boolean;
}

/** A crash is shown for so long: after that it is history, which the tree has. */
const crashHours = 12;

const order: readonly ShownState[] = [
  ...(['crashed', 'running', 'stalled', 'stopping', 'starting', 'offline', 'queued'] as const),
];

const icons: Partial<Readonly<Record<ShownState, string>>> = {
  crashed: 'error',
  stalled: 'debug-pause',
  starting: 'loading~spin',
  queued: 'clockface',
  offline: 'debug-disconnect',
};

/** Null when nothing is under way. */
export function trainingStatusText(
  runs: readonly RunListing[],
  now: Date,
): TrainingStatusText | null {
  const shown = runs.filter((run) => isShown(run, now));
  const [run] = order.flatMap((state) => shown.filter((one) => one.state === state));
  if (run === undefined) return null;
  const more = shown.length > 1 ? ` +${shown.length - 1}` : '';
  const words = run.state === 'crashed' ? 'crashed' : progressWords(run);
  const after = ['running', 'crashed'].includes(run.state) ? '' : ` ${run.state}`;
  return {
    run,
    text: `$(${icons[run.state] ?? 'sync'}) GRPO ${words}${after}${more}`,
    spoken: `Training ${run.name}: ${runFigure(run, now)}${more === '' ? '' : `, and ${shown.length - 1} more`}`,
    isBad: run.state === 'crashed',
  };
}

/** What was offline or crashed long ago is no news. */
function isShown({ state, lastState, lastSeenAt }: RunListing, now: Date): boolean {
  const seen = lastSeenAt === null ? 0 : new Date(lastSeenAt).getTime();
  const isRecent = now.getTime() - seen < crashHours * 3_600_000;
  if (state === 'crashed') return isRecent;
  if (state === 'offline') return lastState === 'running' || lastState === 'queued';
  return order.includes(state);
}
