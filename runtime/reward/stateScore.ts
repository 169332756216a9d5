// How far the state of a task's tools is as it should be: ARTIST's share of all attributes (arXiv 2505.01441), or ours, of those
// that anybody changed. Of the first a policy that calls nothing gets a part for free, which is measured beside it. Pure.
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { RewardPart } from '../contract/reward.ts';
import type { SettingsOf } from './reward.ts';
import { shareOf, type Score } from './rewardParts.ts';

type Attributes = Pick<
  EnvironmentOutcome,
  'attributes' | 'matchedAttributes' | 'untouchedAttributes' | 'keptAttributes'
>;

/** `all`: matched / all attributes. `changed`: matched / (those that the truth changes + others that the policy changed). */
export function stateScore(outcome: Attributes, of: SettingsOf<'artist-tools'>['stateOf']): Score {
  return of === 'all' ? ofAll(outcome) : ofChanged(outcome);
}

function ofAll({ attributes, matchedAttributes }: Attributes): Score {
  return shareOf(matchedAttributes, attributes, 'attributes as they should be', {
    score: 1,
    reason: 'no state to compare',
  });
}

function ofChanged(outcome: Attributes): Score {
  const { attributes, matchedAttributes, untouchedAttributes, keptAttributes } = outcome;
  if (untouchedAttributes === undefined || keptAttributes === undefined) {
    return { score: null, reason: 'the record does not say what the true calls change' };
  }
  const none = { score: 1, reason: 'rightly nothing changed' };
  const matched = matchedAttributes - keptAttributes;
  return shareOf(
    matched,
    attributes - keptAttributes,
    'changed attributes as they should be',
    none,
  );
}

/** The share of all attributes that is right before anything is called, as a metric without weight; none where it is not known. */
export function stateForFree({ attributes, untouchedAttributes }: Attributes): RewardPart[] {
  if (untouchedAttributes === undefined || attributes === 0) return [];
  const what = 'attributes that the true calls leave alone';
  const none = { score: 1, reason: 'no state to compare' };
  return [
    { name: 'state-for-free', weight: 0, ...shareOf(untouchedAttributes, attributes, what, none) },
  ];
}
