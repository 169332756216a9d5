// The five badges of a run's health, in their fixed order. Pure.
import type { HealthBadge } from '../../../contract/training/runView.ts';
import type { BadgeInput } from './badge.ts';
import { judgeUnreadableBadge } from './judgeUnreadable.ts';
import { learningBadge } from './learning.ts';
import { logProbGapBadge } from './logProbGap.ts';
import { truncatedBadge } from './truncated.ts';
import { zeroVarianceBadge } from './zeroVariance.ts';

export function healthBadges(input: BadgeInput): HealthBadge[] {
  return [
    zeroVarianceBadge(input),
    judgeUnreadableBadge(input),
    truncatedBadge(input),
    logProbGapBadge(input),
    learningBadge(input),
  ];
}

/** Badges that a person should look at. */
export function alertsOf(badges: readonly HealthBadge[]): HealthBadge[] {
  return badges.filter(({ level }) => level === 'watch' || level === 'alarm');
}
