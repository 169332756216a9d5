// The states of a run and the levels of its health: a word, an icon and the colour of that icon.
import type { HealthBadge, ShownState } from '../../runtime/contract/training/runView.ts';
import type { Look } from '../format/words.ts';

export const stateLooks: Readonly<Record<ShownState, Look>> = {
  queued: { words: 'Queued', icon: 'clock', tone: 'muted' },
  starting: { words: 'Starting', icon: 'spinner', tone: 'info' },
  running: { words: 'Running', icon: 'spinner', tone: 'info' },
  stalled: { words: 'Stalled', icon: 'pause', tone: 'warn' },
  stopping: { words: 'Stopping', icon: 'spinner', tone: 'muted' },
  stopped: { words: 'Stopped', icon: 'stop', tone: 'muted' },
  crashed: { words: 'Crashed', icon: 'failed', tone: 'bad' },
  done: { words: 'Done', icon: 'passed', tone: 'ok' },
  offline: { words: 'Offline', icon: 'unplugged', tone: 'warn' },
};

export const levelLooks: Readonly<Record<HealthBadge['level'], Look>> = {
  ok: { words: 'OK', icon: 'passed', tone: 'ok' },
  watch: { words: 'Watch', icon: 'warning', tone: 'warn' },
  alarm: { words: 'Alarm', icon: 'failed', tone: 'bad' },
  unknown: { words: 'Not yet', icon: 'dash', tone: 'muted' },
};

/** States in which something of the run lives, as far as is known. */
export function isAlive(state: ShownState): boolean {
  return ['queued', 'starting', 'running', 'stalled', 'stopping'].includes(state);
}
