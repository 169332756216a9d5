// How many trajectories are cut off by a limit of tokens or steps.
import type { HealthBadge } from '../../../contract/training/runView.ts';
import {
  levelOf,
  mean,
  newestWith,
  percent,
  recentSteps,
  unknownValue,
  valuesOf,
  type BadgeInput,
  type Limits,
} from './badge.ts';

/** A cut trajectory earns nothing for an answer it might have found; from one in ten on the policy learns to be short instead. */
const limits: Limits = { watch: 0.05, alarm: 0.1 };

const metric = 'completions/truncatedShare';

export function truncatedBadge({ steps, recipe: { agent } }: BadgeInput): HealthBadge {
  const recent = steps.slice(-recentSteps);
  const share = mean(valuesOf(recent, metric));
  return {
    id: 'truncated',
    name: 'Truncated',
    level: share === null ? 'unknown' : levelOf(share, limits),
    value: share === null ? unknownValue : percent(share),
    means: `The share of trajectories of the last ${recent.length} train steps that met a limit before their final answer: ${agent.maxSequenceTokens} tokens in all, ${agent.maxReplyTokens} a reply, ${agent.maxSteps} steps.`,
    matters:
      'A trajectory that is cut scores nothing for its answer even when it was on the way to it, so that long solutions are trained away.',
    tryThis:
      'Open those trajectories first: do they work, or do they go in circles? If they work, raise agent.maxSequenceTokens (it costs memory of the training cards) or agent.maxSteps. If not, leave the limits as they are.',
    step: newestWith(recent, metric),
  };
}
