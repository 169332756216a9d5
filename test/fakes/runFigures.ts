// Figures of a GRPO run as they might come out: rewards that rise and level off, queues that fill after the first epoch, noise that
// repeats exactly. 16 tasks a train step, 412 tasks, so that an epoch has 26 train steps.
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';
import { seededRandom } from './random.ts';

export interface FigureOptions {
  readonly seed: number;
  readonly steps: number;
  /** Without a queue every trajectory is fresh and rewards rise less. */
  readonly hasQueue?: boolean;
}

const epochSteps = 26;
const groupsPerStep = 16;

/** The figures of train steps 1 to `steps`. */
export function makeRunFigures({ seed, steps, hasQueue = true }: FigureOptions): MetricColumns {
  const random = seededRandom(seed);
  const noise = (size: number): number =>
    size * (random.next() + random.next() + random.next() - 1.5);
  const lines = Array.from({ length: steps }, (_, index) => stepFigures(index, noise, hasQueue));
  const names = Object.keys(lines[0] ?? {});
  let clock = 0;
  return {
    steps: lines.map((_, index) => index + 1),
    seconds: lines.map((line, index) => (index === 0 ? 0 : (clock += line['seconds/step'] ?? 0))),
    columns: Object.fromEntries(
      names.map((name) => [name, lines.map((line) => line[name] ?? null)]),
    ),
    totalSteps: steps,
  };
}

type Figures = Readonly<Record<string, number | null>>;

function stepFigures(index: number, noise: (size: number) => number, hasQueue: boolean): Figures {
  const answer = share(rise(index, 0.36, hasQueue ? 0.66 : 0.49, 120) + noise(0.07));
  const parse = share(rise(index, 0.86, 0.985, 30) + noise(0.015));
  const exec = share(rise(index, 0.61, 0.89, 70) + noise(0.03));
  const isFilled = hasQueue && index >= epochSteps;
  return {
    'reward/total': answer + 0.3 * parse + 0.3 * exec,
    'reward/part/answer': answer,
    'reward/part/parse': parse,
    'reward/part/exec': exec,
    'reward/passRate': share(answer - 0.05 + noise(0.03)),
    ...groupFigures(index, noise),
    ...queueFigures(index, noise, isFilled),
    ...policyFigures(index, noise, isFilled),
    ...workFigures(index, noise, isFilled),
  };
}

function groupFigures(index: number, noise: (size: number) => number): Figures {
  const allCorrect = Math.round(groupsPerStep * share(rise(index, 0.06, 0.24, 140) + noise(0.08)));
  const allWrong = Math.round(groupsPerStep * share(rise(index, 0.24, 0.1, 90) + noise(0.07)));
  return {
    'groups/allCorrect': allCorrect,
    'groups/allWrong': allWrong,
    'groups/mixed': groupsPerStep - allCorrect - allWrong,
    'groups/zeroVariance': allCorrect + allWrong,
  };
}

function queueFigures(index: number, noise: (size: number) => number, isFilled: boolean): Figures {
  const settling = 0.5 * Math.exp(-(index - epochSteps) / 3);
  const oldest = Math.min(epochSteps + (index - epochSteps) * 0.28 + noise(4), 62);
  return {
    'queue/freshShare': isFilled ? share(0.5 + settling + Math.abs(noise(0.03))) : 1,
    'queue/stalenessMean': isFilled ? Math.max(0, 13 + noise(1.5)) : 0,
    'queue/stalenessMax': isFilled ? Math.round(Math.max(epochSteps, oldest)) : 0,
  };
}

function policyFigures(index: number, noise: (size: number) => number, isFilled: boolean): Figures {
  const cached = 0.062 + 0.03 * Math.exp(-(index - epochSteps) / 40) + noise(0.01);
  return {
    'policy/clipFractionFresh': share(0.004 + index * 6e-6 + noise(0.001)),
    'policy/clipFractionCached': isFilled ? share(cached) : null,
    'policy/kl': Math.max(0, 0.0004 + index * 5.5e-5 + Math.abs(noise(0.001))),
    'policy/entropy': rise(index, 0.58, 0.41, 120) + noise(0.02),
    'policy/logProbGapFresh': Math.abs(0.0004 + noise(0.0002)),
    'policy/logProbGapCached': isFilled ? 0.011 + Math.abs(noise(0.003)) : null,
  };
}

function workFigures(index: number, noise: (size: number) => number, isFilled: boolean): Figures {
  const rollout = (isFilled ? 58 : 104) + noise(6);
  const update = 33 + noise(2);
  const length = 1560 + index * 0.55 + noise(60);
  return {
    'completions/tokensMean': length,
    'completions/tokensMax': Math.min(length * 2.6 + noise(500), 8192),
    'completions/truncatedShare': share(0.09 - index * 1.8e-4 + noise(0.015)),
    'tokens/generated': Math.round(length * (isFilled ? 137 : 268)),
    'tokens/updated': Math.round(length * 262),
    'seconds/rollout': rollout,
    'seconds/waiting': rollout + 0.4,
    'seconds/update': update,
    'seconds/optimiser': 1.1,
    'seconds/sync': 2.3 + Math.abs(noise(0.3)),
    'seconds/step': rollout + update + 3.8,
  };
}

/** From one value towards another, most of the way after `pace` train steps. */
function rise(index: number, from: number, to: number, pace: number): number {
  return from + (to - from) * (1 - Math.exp(-index / pace));
}

function share(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
