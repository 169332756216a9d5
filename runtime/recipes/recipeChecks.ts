// Settings of a recipe that are right alone and wrong together. Each sentence names both and says what to do.
import type { Recipe } from '../contract/recipe.ts';
import type { RewardSettings } from '../contract/rewardSettings.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';

type Protocol = Recipe['agent']['protocol'];

/** The protocols whose trajectories have what a reward is made of. */
const protocolsOf: Readonly<Record<RewardSettings['kind'], readonly Protocol[]>> = {
  'tool-r1': ['tool-r1'],
  toolrl: ['toolrl'],
  'artist-math': ['artist-math'],
  'artist-tools': ['artist-tools'],
  'exact-set': ['toolrl', 'artist-tools'],
  'binary-answer': ['tool-r1', 'artist-math'],
};

/** One line about the first contradiction; null when there is none. */
export function contradiction(recipe: Recipe): string | null {
  return (
    agentProblem(recipe) ??
    rewardProblem(recipe) ??
    (recipe.training === undefined ? null : trainingProblem(recipe.training))
  );
}

function agentProblem({ agent: { maxReplyTokens, maxSequenceTokens } }: Recipe): string | null {
  if (maxReplyTokens <= maxSequenceTokens) return null;
  return `agent.maxReplyTokens (${maxReplyTokens}) is above maxSequenceTokens (${maxSequenceTokens}), which holds every reply; lower it`;
}

function rewardProblem({ agent: { protocol }, reward: { kind } }: Recipe): string | null {
  const fitting = protocolsOf[kind];
  if (fitting.includes(protocol)) return null;
  return `reward.kind ${kind} does not fit agent.protocol ${protocol}; it needs the protocol ${fitting.join(' or ')}`;
}

function trainingProblem(training: TrainingSettings): string | null {
  return queueProblem(training) ?? selectionProblem(training) ?? judgeProblem(training);
}

function queueProblem({ queue }: TrainingSettings): string | null {
  const { enabled, groupSize, freshPerVisit } = queue;
  if (groupSize < 2) {
    return 'training.queue.groupSize (1) leaves nothing to compare; make it 2 or more';
  }
  if (!enabled || freshPerVisit <= groupSize) return null;
  return `training.queue.freshPerVisit (${freshPerVisit}) is above groupSize (${groupSize}); make it ${groupSize} or less`;
}

function selectionProblem({ downSampling, queue: { groupSize } }: TrainingSettings): string | null {
  const { enabled, keep, advantageOver } = downSampling;
  if (!enabled) return null;
  if (keep > groupSize) {
    return `training.downSampling.keep (${keep}) is above queue.groupSize (${groupSize}); make it ${groupSize} or less`;
  }
  if (keep > 1 || advantageOver === 'all') return null;
  return 'training.downSampling.keep (1) leaves nothing to compare over the selected; make it 2 or more, or advantageOver all';
}

function judgeProblem({ judge, judgeModel }: TrainingSettings): string | null {
  if (judge !== 'llm' || judgeModel !== null) return null;
  return 'training.judge llm has no training.judgeModel; name one as NAME@BASE_URL';
}
