// The chart of the reward: its parts on top of each other where they add up to it, the whole otherwise.
import type { RewardSettings } from '../../runtime/contract/rewardSettings.ts';
import type { Chart, Series } from '../charts/chart.ts';
import { formatTick } from '../charts/formats.ts';

export function rewardChart(reward: RewardSettings): Chart {
  return reward.kind === 'tool-r1' ? partsChart(reward.weights) : wholeChart;
}

const wholeChart: Chart = {
  ...{ id: 'reward', title: 'Reward', unit: 'mean of a trajectory' },
  ...{ kind: 'lines', scale: 'from-zero', format: 'score' },
  series: [{ name: 'reward', figure: { of: 'reward/total' }, tone: 'blue' }],
};

type Part = 'answer' | 'parse' | 'exec';

/** As the pages of trajectories show the parts. */
const looks: Readonly<Record<Part, Pick<Series, 'tone' | 'texture'>>> = {
  answer: { tone: 'blue' },
  parse: { tone: 'purple', texture: 'hatch' },
  exec: { tone: 'green', texture: 'dots' },
};
const parts: readonly Part[] = ['answer', 'parse', 'exec'];

function partsChart(weights: Readonly<Record<Part, number>>): Chart {
  const most = parts.reduce((sum, part) => sum + weights[part], 0);
  return {
    ...{ id: 'reward', title: 'Reward parts', unit: `mean, at most ${formatTick('score', most)}` },
    ...{ kind: 'stack', scale: [0, most], format: 'score', total: 'reward' },
    series: parts
      .filter((part) => weights[part] > 0)
      .map((part) => ({
        name: weights[part] === 1 ? part : `${weights[part]} × ${part}`,
        figure: { of: `reward/part/${part}`, times: weights[part] },
        ...looks[part],
      })),
  };
}
