// How far the policy that samples is from the one that is trained, where both should be the same.
import type { HealthBadge } from '../../../contract/training/runView.ts';
import {
  levelOf,
  mean,
  recentSteps,
  unknownValue,
  valuesOf,
  type BadgeInput,
  type Limits,
} from './badge.ts';

/**
 * Nats per token. Numerics of another attention kernel or of bfloat16 make up to about 0.02; the trainer itself warns from 0.05 on,
 * where the weights are most often not those that were pushed.
 */
const limits: Limits = { watch: 0.02, alarm: 0.05 };

export function logProbGapBadge({ steps }: BadgeInput): HealthBadge {
  const recent = steps.slice(-recentSteps);
  const gap = mean(valuesOf(recent, 'policy/logProbGapFresh'));
  return {
    id: 'log-prob-gap',
    name: 'Log-prob gap',
    level: gap === null ? 'unknown' : levelOf(gap, limits),
    value: gap === null ? unknownValue : gap.toFixed(3),
    means:
      'How much the log-probability of a freshly sampled token differs between the token server and the trainer, on average, in nats. With the same weights and the same arithmetic it is 0.',
    matters:
      'The ratio that the loss clips is then wrong from the start: the update corrects for a difference that no learning made.',
    tryThis:
      'When it came at once: run trainer and token server in the same number format, and check that the token server samples without top-p, top-k and penalties. When it grows: new weights do not reach the token server; look into tokens.log.',
    step: null,
  };
}
