// What a person who hears the page is told when the run changes: another state, a new checkpoint, a badge that got worse. Not each
// train step.
import type { HealthBadge, RunPage } from '../../runtime/contract/training/runView.ts';
import { wholeNumber } from '../format/numbers.ts';
import { levelLooks, stateLooks } from './stateLooks.ts';

type Told = Pick<RunPage, 'listing' | 'badges'>;

/** Null when there is nothing to tell. */
export function newsWords(now: Told, before: Told): string | null {
  const told = [
    ...stateNews(now.listing, before.listing),
    ...checkpointNews(now.listing, before.listing),
    ...now.badges.flatMap((badge) => badgeNews(badge, before.badges)),
  ];
  return told.length === 0 ? null : told.join(' ');
}

function stateNews(now: RunPage['listing'], before: RunPage['listing']): readonly string[] {
  if (now.state === before.state) return [];
  return [`The run is ${stateLooks[now.state].words.toLowerCase()}.`];
}

function checkpointNews(now: RunPage['listing'], before: RunPage['listing']): readonly string[] {
  const { newestCheckpoint: newest } = now;
  if (newest === null || newest === before.newestCheckpoint) return [];
  return [`Checkpoint ${wholeNumber(newest)} is saved.`];
}

const severity: readonly HealthBadge['level'][] = ['unknown', 'ok', 'watch', 'alarm'];

function badgeNews(badge: HealthBadge, before: readonly HealthBadge[]): readonly string[] {
  const was = before.find(({ id }) => id === badge.id)?.level ?? 'unknown';
  const isWorse = severity.indexOf(badge.level) > Math.max(severity.indexOf(was), 1);
  if (!isWorse) return [];
  return [`${badge.name}: ${badge.value}, ${levelLooks[badge.level].words.toLowerCase()}.`];
}
