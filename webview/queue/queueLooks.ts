// How the states of a task in the queue look: a word, an icon and the colour of that icon.
import type { QueueRow } from '../../runtime/contract/training/runView.ts';
import type { Look } from '../format/words.ts';

export const queueLooks: Readonly<Record<QueueRow['state'], Look>> = {
  unseen: { words: 'Not seen', icon: 'dash', tone: 'muted' },
  active: { words: 'Active', icon: 'again', tone: 'info' },
  probe: { words: 'Probe', icon: 'evaluate', tone: 'info' },
  cooling: { words: 'Cooling', icon: 'clock', tone: 'muted' },
  skipped: { words: 'Skipped', icon: 'refused', tone: 'warn' },
  'outside-window': { words: 'Skipped', icon: 'refused', tone: 'warn' },
};
