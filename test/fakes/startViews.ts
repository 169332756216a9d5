// How a start of a training stands, as the extension tells its page: on a machine with eight cards.
import type { StartView } from '../../runtime/contract/startPanel.ts';
import {
  type MemoryEstimate,
  type TrainingPlan,
  TrainingWish,
} from '../../runtime/contract/training/trainingRequests.ts';
import { makeMachine } from './runPages.ts';
import { makeMemoryEstimate, makeTrainingPlan } from './trainingPlans.ts';

export function makeWish(changes: Partial<TrainingWish> = {}): TrainingWish {
  return TrainingWish.parse({
    ...{ machine: 'a100-box', workspace: '/w', tasks: '/w/files-tasks.jsonl', device: 'cuda' },
    ...{ model: 'Qwen/Qwen2.5-7B-Instruct', ...changes },
  });
}

export function makeStartView(changes: Partial<StartView> = {}): StartView {
  return {
    wish: makeWish(),
    machine: makeMachine({
      ...{ state: 'connected', since: '2026-03-01T12:00:00.000Z', roundTripMilliseconds: 21 },
    }),
    samplerMachine: null,
    canSampleElsewhere: false,
    plan: makeWholePlan(),
    ...{ work: null, problem: null },
    ...changes,
  };
}

/** With all that a plan can say; one check fails. */
export function makeWholePlan(changes: Partial<TrainingPlan> = {}): TrainingPlan {
  const plan = makeTrainingPlan();
  return {
    ...plan,
    memory: [0, 1, 2, 3, 4, 5, 6, 7].map(cardEstimate),
    checks: [
      { name: 'Disk', state: 'pass', detail: '1.5 TB free, 443 GB needed', advice: null },
      {
        ...{ name: 'Difficulty', state: 'warn', detail: 'The pass rates are 9 days old.' },
        advice: 'Measure them again with "tool-r1 filter", which takes about 50 min.',
      },
      {
        ...{ name: 'Port 8000', state: 'fail', detail: 'In use by the server of vanilla-7b.' },
        advice: 'Stop that server.',
      },
      { name: 'Python', state: 'pass', detail: '3.12, torch 2.13.0, as locked', advice: null },
    ],
    commands: [
      {
        ...{ host: 'a100-box', title: 'Token server' },
        line: 'CUDA_VISIBLE_DEVICES=4,5,6,7 vllm serve Qwen/Qwen2.5-7B-Instruct --host 127.0.0.1 --port 8000',
      },
      ...plan.commands,
    ],
    ...changes,
  };
}

/** The plan without what fails. */
function fittingPlan(): TrainingPlan {
  const plan = makeWholePlan({ waitsBehind: [] });
  return { ...plan, checks: plan.checks.filter(({ state }) => state !== 'fail') };
}

/** Cards 0 to 3 train, 4 to 7 sample. */
function cardEstimate(gpu: number): MemoryEstimate {
  if (gpu < 4) {
    const parts = [
      { name: 'weights', gib: 7.6 },
      { name: 'gradients', gib: 7.6 },
      { name: 'Adam', gib: 15.2 },
      { name: 'reference', gib: 3.8 },
      { name: 'activations', gib: 19 },
    ];
    return makeMemoryEstimate({ gpu, role: 'train', parts, totalGib: 53.2, spreadGib: 6 });
  }
  const parts = [
    { name: 'sampling weights', gib: 3.8 },
    { name: 'graphs', gib: 2.2 },
    { name: 'KV cache', gib: 62 },
  ];
  return makeMemoryEstimate({ gpu, role: 'sample', parts, totalGib: 68, spreadGib: 0 });
}

/** What the page can be shown with, by name. */
export const startCases: Readonly<Record<string, () => Partial<StartView>>> = {
  failing: () => ({}),
  ready: () => ({ plan: fittingPlan() }),
  planning: () => ({
    plan: null,
    work: { doing: 'plan', activity: null, done: 0, total: null },
  }),
  unplanned: () => ({
    plan: null,
    problem: { doing: 'plan', message: 'a100-box is not connected. Reconnect first.' },
  }),
  crashed: () => ({
    plan: fittingPlan(),
    problem: {
      doing: 'start',
      message:
        'The trainer ended before its first heartbeat.\nLoading weights\ntorch.OutOfMemoryError: CUDA out of memory.',
    },
  }),
};
