// The reward of a trajectory with its arithmetic, for other agents.
import * as z from 'zod';
import type { Reward, RewardPart } from '../../contract/reward.ts';
import { rewardArithmetic } from '../../reward/rewardArithmetic.ts';
import { oneLine } from '../answerText.ts';
import { trajectoryFile, trajectoryId } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';
import { withTrajectories } from '../openTrajectories.ts';

export const readReward = doorTool({
  name: 'toolr1_read_reward',
  title: 'Read Reward',
  description:
    'Gives the reward of one trajectory as it was computed: the sum with every part, its weight, its score and where the score comes from.',
  effect: 'reads',
  input: z.object({ file: trajectoryFile, trajectoryId }),
  activity: (wish) => `Reading the reward of ${wish.trajectoryId}`,
  call: async ({ file: name, trajectoryId: id }, { folders, viewer }, { signal }) => {
    const file = await folders.findFile(name);
    const head = await withTrajectories(viewer, file, signal, (opened) => opened.head(id));
    if (head.reward !== null) return rewardText(head.reward);
    return head.ended === null
      ? `${id} has no reward: it has no end.`
      : `${id} has no reward. Rewards are computed where a task has a reference answer.`;
  },
});

function rewardText(reward: Reward): string {
  const { correctness } = reward;
  return [
    `Recipe ${oneLine(reward.recipe)}: ${rewardArithmetic(reward)}`,
    ...reward.parts.map(partWords),
    ...(correctness == null ? [] : [`Correctness, before any shaping: ${correctness}`]),
  ].join('\n');
}

function partWords({ name, score, weight, reason, source }: RewardPart): string {
  const value = score === null ? 'not scored' : `score ${score}`;
  const from = source === undefined ? '' : ` (from ${oneLine(source)})`;
  return `- ${oneLine(name)}: ${value}, weight ${weight}, ${oneLine(reason, 300)}${from}`;
}
