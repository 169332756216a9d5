// The charts of a training run, as data. The names of the metrics are those that the trainer writes (step_metrics.py).
import type { Chart, Series } from '../charts/chart.ts';
import type { RunPage } from '../../runtime/contract/training/runView.ts';
import { wholeNumber } from '../format/numbers.ts';
import { rewardChart } from './rewardChart.ts';

type Recipe = RunPage['job']['recipe'];

export function runCharts(recipe: Recipe): readonly Chart[] {
  return [
    rewardChart(recipe.reward),
    ...outcomeCharts(recipe),
    ...policyCharts,
    ...workCharts(recipe),
  ];
}

const groups = ['groups/allWrong', 'groups/mixed', 'groups/allCorrect'];

function outcomeCharts({ training }: Recipe): readonly Chart[] {
  const oldest = training?.queue.maxStalenessSteps;
  return [
    {
      ...{ id: 'pass-rate', title: 'Pass rate', unit: 'share of fresh trajectories' },
      ...{ kind: 'lines', scale: [0, 1], format: 'share' },
      series: [{ name: 'passed', figure: { of: 'reward/passRate' }, tone: 'blue' }],
    },
    {
      ...{ id: 'group-mix', title: 'Group mix', unit: 'share of visited tasks' },
      ...{ kind: 'stack', scale: [0, 1], format: 'share' },
      series: [
        groupPart('all-wrong', 'groups/allWrong', { tone: 'red', texture: 'hatch' }),
        groupPart('mixed', 'groups/mixed', { tone: 'blue' }),
        groupPart('all-right', 'groups/allCorrect', { tone: 'green', texture: 'dots' }),
      ],
    },
    {
      ...{ id: 'fresh', title: 'Fresh and cached', unit: 'share of trajectories' },
      ...{ kind: 'stack', scale: [0, 1], format: 'share' },
      series: [
        { name: 'fresh', figure: { of: 'queue/freshShare' }, tone: 'blue' },
        {
          ...{ name: 'cached', figure: { of: 'queue/freshShare', rest: true } },
          ...{ tone: 'purple', texture: 'hatch' },
        },
      ],
    },
    {
      ...{ id: 'staleness', title: 'Staleness', unit: 'train steps since sampled' },
      ...{ kind: 'lines', scale: 'from-zero', format: 'count', raw: true },
      series: [
        { name: 'mean', figure: { of: 'queue/stalenessMean' }, tone: 'purple' },
        { name: 'most', figure: { of: 'queue/stalenessMax' }, tone: 'purple', dash: 'dot' },
      ],
      limits: oldest === undefined ? [] : [{ value: oldest, words: `limit ${oldest}` }],
    },
  ];
}

function groupPart(name: string, of: string, look: Pick<Series, 'tone' | 'texture'>): Series {
  return { name, figure: { of, over: groups }, ...look };
}

/** Fresh blue and solid, cached purple and dashed, on every chart. */
function freshAndCached(fresh: string, cached: string): readonly Series[] {
  return [
    { name: 'fresh', figure: { of: fresh }, tone: 'blue' },
    { name: 'cached', figure: { of: cached }, tone: 'purple', dash: 'dash' },
  ];
}

const policyCharts: readonly Chart[] = [
  {
    ...{ id: 'clip', title: 'Clip fraction', unit: 'share of tokens' },
    ...{ kind: 'lines', scale: 'from-zero', format: 'small-share' },
    series: freshAndCached('policy/clipFractionFresh', 'policy/clipFractionCached'),
  },
  {
    ...{ id: 'kl', title: 'KL to the start policy', unit: 'nats per token' },
    ...{ kind: 'lines', scale: 'from-zero', format: 'small' },
    series: [{ name: 'KL', figure: { of: 'policy/kl' }, tone: 'blue' }],
  },
  {
    ...{ id: 'entropy', title: 'Entropy', unit: 'nats per token' },
    ...{ kind: 'lines', scale: 'from-zero', format: 'score' },
    series: [{ name: 'entropy', figure: { of: 'policy/entropy' }, tone: 'blue' }],
  },
  {
    ...{ id: 'log-prob-gap', title: 'Log-prob gap', unit: 'nats per token, sampled to trained' },
    ...{ kind: 'lines', scale: 'from-zero', format: 'small' },
    series: freshAndCached('policy/logProbGapFresh', 'policy/logProbGapCached'),
  },
  {
    ...{ id: 'rates', title: 'Parse and exec rate', unit: 'share of steps' },
    ...{ kind: 'lines', scale: 'high-share', format: 'share' },
    series: [
      { name: 'parsed', figure: { of: 'reward/part/parse' }, tone: 'green' },
      { name: 'executed', figure: { of: 'reward/part/exec' }, tone: 'purple', dash: 'dash' },
    ],
  },
];

function workCharts({ agent }: Recipe): readonly Chart[] {
  const most = agent.maxSequenceTokens;
  return [
    {
      ...{ id: 'length', title: 'Trajectory length', unit: 'tokens of the policy' },
      ...{ kind: 'lines', scale: 'from-zero', format: 'whole' },
      series: [
        { name: 'mean', figure: { of: 'completions/tokensMean' }, tone: 'blue' },
        { name: 'most', figure: { of: 'completions/tokensMax' }, tone: 'blue', dash: 'dot' },
      ],
      limits: [{ value: most, words: `limit ${wholeNumber(most)} with observations` }],
    },
    {
      ...{ id: 'truncated', title: 'Truncated', unit: 'share of trajectories' },
      ...{ kind: 'lines', scale: 'from-zero', format: 'small-share' },
      series: [{ name: 'cut off', figure: { of: 'completions/truncatedShare' }, tone: 'red' }],
    },
    {
      ...{ id: 'time', title: 'Time per train step', unit: 'seconds' },
      ...{ kind: 'stack', scale: 'from-zero', format: 'seconds', total: 'together' },
      series: [
        { name: 'rollout', figure: { of: 'seconds/waiting' }, tone: 'blue' },
        {
          ...{ name: 'update', tone: 'purple', texture: 'hatch' },
          figure: { of: 'seconds/update', plus: ['seconds/optimiser'] },
        },
        { name: 'weights', figure: { of: 'seconds/sync' }, tone: 'green', texture: 'dots' },
      ],
    },
    {
      ...{ id: 'speed', title: 'Tokens per second', unit: 'rolling out, updating' },
      ...{ kind: 'lines', scale: 'from-zero', format: 'thousands' },
      series: [
        {
          ...{ name: 'generated', tone: 'blue' },
          figure: { of: 'tokens/generated', over: ['seconds/rollout'] },
        },
        {
          ...{ name: 'updated', tone: 'purple', dash: 'dash' },
          figure: { of: 'tokens/updated', over: ['seconds/update'] },
        },
      ],
    },
    {
      ...{ id: 'tokens', title: 'Tokens per train step', unit: 'generated, updated on' },
      ...{ kind: 'lines', scale: 'from-zero', format: 'thousands' },
      series: [
        { name: 'generated', figure: { of: 'tokens/generated' }, tone: 'blue' },
        { name: 'updated', figure: { of: 'tokens/updated' }, tone: 'purple', dash: 'dash' },
      ],
    },
  ];
}
