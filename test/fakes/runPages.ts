// Pages of a training run as the runtime gives them: running, offline, crashed, waiting and so on, on a machine with eight cards.
import { Recipe } from '../../runtime/contract/recipe.ts';
import type { MachineConnection, MachineListing } from '../../runtime/contract/machine.ts';
import type { RunNews } from '../../runtime/contract/runPanel.ts';
import type {
  GpuRecord,
  RunFolderEvent,
  RunState,
} from '../../runtime/contract/training/runFolder.ts';
import type {
  HealthBadge,
  MetricColumns,
  RunListing,
  RunPage,
  RunPlace,
  ShownState,
  TaskProgress,
} from '../../runtime/contract/training/runView.ts';
import { alertsOf } from '../../runtime/remote/runs/badges/healthBadges.ts';
import toolR1 from '../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { makeRunFigures } from './runFigures.ts';
import { seededRandom } from './random.ts';

export interface RunPageOptions {
  readonly state?: ShownState;
  /** Train steps that are done. */
  readonly steps?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly name?: string;
  readonly seed?: number;
}

export const runPlace: RunPlace = {
  machine: 'a100-box',
  folder: '/home/ada/.tool-r1/runs/tool-r1-7b-files',
};

const totalSteps = 1000;
const secondsPerStep = 96;

export function makeRunPage(options: RunPageOptions): RunPage {
  const { state = 'running', steps = 312, now, seed = 7 } = options;
  const started = new Date(now - (steps * secondsPerStep + 240) * 1000).toISOString();
  const checkpoints = Array.from({ length: Math.floor(steps / 100) }, (_, at) => (at + 1) * 100);
  return {
    listing: makeRunListing({ ...options, state, steps }),
    job: {
      version: 1,
      runId: 'run-7',
      createdAt: started,
      model: '/home/ada/.tool-r1/models/Qwen2.5-7B-Instruct',
      device: 'cuda',
      recipe: Recipe.parse(toolR1),
      seed: 42,
      totalSteps,
      saveEverySteps: 100,
      keep: { last: 3, best: 1 },
      policySync: 'gathered',
    },
    badges: makeBadges(steps),
    metrics: makeRunFigures({ seed, steps }),
    checkpoints,
    events: makeEvents(started, state, steps, now),
    progress: makeTaskProgress(steps),
    sampler: null,
    cards: { train: [0, 1, 2, 3], sample: [4, 5, 6, 7] },
    gpus: ['running', 'stalled', 'offline'].includes(state) && steps > 0 ? makeGpus(now) : [],
    crash: state === 'crashed' ? crash : null,
    readBytes: steps * 1187,
  };
}

const lastStates: Partial<Record<ShownState, RunState>> = {
  offline: 'running',
  stalled: 'running',
};
const secondsSilent: Partial<Record<ShownState, number>> = { offline: 150, stalled: 260 };

export function makeRunListing(
  options: RunPageOptions & { readonly state: ShownState; readonly steps: number },
): RunListing {
  const { state, steps, now, name = 'tool-r1-7b-files' } = options;
  const lastState =
    lastStates[state] ?? (state === 'offline' || state === 'stalled' ? 'running' : state);
  const isTold = steps > 0;
  const left = (totalSteps - steps) * secondsPerStep;
  return {
    place: runPlace,
    ...{ runId: 'run-7', name, state, lastState },
    lastSeenAt: new Date(now - (secondsSilent[state] ?? 3) * 1000).toISOString(),
    step: state === 'done' ? totalSteps : steps,
    totalSteps,
    activity: state === 'running' ? 'Sampling: 140 of 256 rollouts' : '',
    recipe: 'tool-r1',
    model: 'Qwen2.5-7B-Instruct',
    secondsPerStep: isTold ? secondsPerStep : null,
    secondsLeft: isTold && lastState === 'running' ? left : null,
    secondsLeftSpread: isTold ? left * 0.064 : null,
    reward: isTold ? 1.21 : null,
    freshShare: isTold ? 0.52 : null,
    waitsFor: state === 'queued' ? { place: 2, gpus: [0, 1, 2, 3] } : null,
    problem: state === 'crashed' ? crashProblem : null,
    newestCheckpoint: steps < 100 ? null : Math.floor(steps / 100) * 100,
    alerts: lastState === 'running' ? alertsOf(makeBadges(steps)) : [],
  };
}

const crashProblem =
  'The trainer ran out of GPU memory in train step 313 (exit code 1)\n' +
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 4.49 GiB.';

const crash: NonNullable<RunPage['crash']> = {
  log: 'trainer.log',
  lines: [
    'train step 311: reward 1.196, loss 0.0021',
    'train step 312: reward 1.211, loss 0.0019',
    'rank 2: micro-batch 57 of 64, 1 x 7,936 tokens (longest so far: 5,120)',
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 4.49 GiB.',
    '  GPU 2: 79.10 GiB in total, 3.27 GiB free, 74.02 GiB in use by PyTorch',
    '  File "trainer.py", line 212, in selective_log_softmax',
    'supervisor: the trainer (rank 2) ended with exit code 1; stopping rollouts and tokens',
    'supervisor: all processes ended, memory free on GPU 0-7',
  ].map((text) => ({ text, isCause: text.startsWith('torch.') })),
  tryThese: [
    'Cap a trajectory at 4,096 tokens (agent.maxSequenceTokens). One of 7,936 tokens needed 4.5 GiB for its logits alone; longer solutions are cut off.',
    'Train a LoRA adapter instead of all weights (training.optimiser.lora). Needs about a third of the memory; learns a little slower.',
    'Resume unchanged. Such a trajectory is rare, so it may pass, and may come again.',
  ],
};

export function makeBadges(steps: number): HealthBadge[] {
  const level = (told: HealthBadge['level']): HealthBadge['level'] =>
    steps === 0 ? 'unknown' : told;
  const value = (told: string): string => (steps === 0 ? '–' : told);
  const step = steps === 0 ? null : steps;
  return [
    {
      ...{
        id: 'zero-variance',
        name: 'Zero-variance groups',
        level: level('ok'),
        value: value('34 %'),
        step,
      },
      means: '5 of 16 groups in the last train step had the same reward everywhere.',
      matters: 'Such a group has no advantage: it costs rollouts and teaches nothing.',
      tryThis: 'Nothing needs doing. Above half, narrow training.difficultyFilter.window.',
    },
    {
      ...{
        id: 'judge-unreadable',
        name: 'Judge unreadable',
        level: level('ok'),
        value: value('0.4 %'),
        step: null,
      },
      means: 'The judge gave no readable verdict for 1 of 256 trajectories.',
      matters: 'A trajectory without a verdict leaves its group.',
      tryThis: 'Nothing needs doing.',
    },
    {
      ...{ id: 'truncated', name: 'Truncated', level: level('watch'), value: value('6.3 %'), step },
      means:
        '16 of 256 trajectories in the last train step hit the limit of 8,192 tokens before a final answer. Watch above 5 %, alarm above 10 %.',
      matters:
        'A trajectory that is cut off scores 0 for the answer even when it was on the way to it, so long solutions are trained away.',
      tryThis: 'Raise agent.maxSequenceTokens, or read the trajectories first.',
    },
    {
      ...{
        id: 'log-prob-gap',
        name: 'Log-prob gap',
        level: level('ok'),
        value: value('0.0004'),
        step: null,
      },
      means: 'Sampling and training agree on the probability of a token to 0.0004 nats.',
      matters: 'A larger gap means that the sampled policy is not the trained one.',
      tryThis: 'Nothing needs doing. Above 0.05 the run stops by itself.',
    },
    {
      ...{
        id: 'learning',
        name: 'Learning',
        level: level('ok'),
        value: value('+0.09'),
        step: null,
      },
      means: 'The reward of the last 50 train steps is 0.09 above that of the 50 before.',
      matters: 'A reward that stands still for long is time spent for nothing.',
      tryThis: 'Nothing needs doing.',
    },
  ];
}

function makeEvents(
  started: string,
  state: ShownState,
  steps: number,
  now: number,
): RunFolderEvent[] {
  const at = (seconds: number): string =>
    new Date(Date.parse(started) + seconds * 1000).toISOString();
  const event = (type: string, message: string, when: string): RunFolderEvent => ({
    ...{ version: 1, at: when, type, message },
  });
  if (state === 'queued') return [event('run-queued', 'Waits for GPU 0, 1, 2 and 3', at(1))];
  const begun = [
    event('run-started', 'The run is started', at(1)),
    event('process-started', 'Started the token server', at(2)),
    event('process-ready', 'The token server is ready', at(94)),
    event('process-started', 'Started the rollout server', at(95)),
    event('process-ready', 'The rollout server is ready', at(97)),
  ];
  if (state === 'starting') return begun;
  const all = [...begun, event('process-started', 'Started the trainer', at(98))];
  if (steps >= 100) all.push(event('checkpoint-saved', 'Saved checkpoint 300', at(steps * 90)));
  if (state !== 'crashed') return all;
  const end = new Date(now - 20_000).toISOString();
  return [
    ...all,
    event('process-ended', 'The trainer (rank 2) ended with exit code 1', end),
    event('process-ended', 'The rollout server was ended by the supervisor', end),
    event('run-ended', crashProblem, end),
  ];
}

/** A time round 412 tasks takes 26 train steps. */
export function makeTaskProgress(steps: number): TaskProgress {
  if (steps === 0) return { tasks: 1300, inWindow: null, epoch: null };
  return { tasks: 1300, inWindow: 412, epoch: Math.floor(steps / 26) + 1 };
}

/** One record every 15 s over ten minutes: four cards that train while the other four rest, and the other way round. */
export function makeGpus(now: number, cards = 8): GpuRecord[] {
  const random = seededRandom(40);
  return Array.from({ length: 40 }, (_, at) => {
    const isRollout = at % 6 < 4;
    return {
      version: 1,
      at: new Date(now - (39 - at) * 15_000).toISOString(),
      step: 312,
      gpus: Array.from({ length: cards }, (__, index) => {
        const isBusy = index < cards / 2 ? !isRollout : isRollout;
        return {
          index,
          memoryUsedMib: (index < cards / 2 ? 62_700 : 73_100) + 2000 * random.next(),
          memoryTotalMib: 81_920,
          utilization: isBusy ? 90 + 8 * random.next() : 6 * random.next(),
        };
      }),
    };
  });
}

export function makeMachine(connection: MachineConnection): MachineListing {
  const gpu = { uuid: 'GPU-1', name: 'NVIDIA A100-SXM4-80GB', driver: '570.86' };
  return {
    name: runPlace.machine,
    connection,
    facts: {
      ...{ host: 'a100-box', user: 'ada', home: '/home/ada', folder: '/home/ada/.tool-r1' },
      ...{ system: 'Linux', architecture: 'x86_64', libc: 'glibc 2.36', cores: 128 },
      ...{ memoryBytes: 1.1e12, freeMemoryBytes: 9e11, diskBytes: 7e12, freeDiskBytes: 3e12 },
      clockSkewSeconds: 0.2,
      python: { path: '/usr/bin/python3', version: '3.11.2' },
      ...{ node: null, uv: null, gpuProblem: null },
      gpus: Array.from({ length: 8 }, (_, index) => ({
        ...{ ...gpu, index, memoryTotalMib: 81_920, memoryUsedMib: 62_000, utilization: 96 },
        ...{ mig: false, eccErrors: 0, processes: [] },
      })),
    },
  };
}

export function offlineSince(now: number): MachineConnection {
  return {
    state: 'offline',
    lastSeenAt: new Date(now - 150_000).toISOString(),
    problem: 'ssh: connect to host a100-box port 22: Network is unreachable',
    nextTryAt: new Date(now + 18_000).toISOString(),
  };
}

/** The figures of one train step, out of those of a longer run. */
export function stepOf(metrics: MetricColumns, step: number): MetricColumns {
  const index = metrics.steps.indexOf(step);
  return {
    steps: [step],
    seconds: [metrics.seconds[index] ?? 0],
    columns: Object.fromEntries(
      Object.entries(metrics.columns).map(([name, values]) => [name, [values[index] ?? null]]),
    ),
    totalSteps: step,
  };
}

/** What is told when a train step was done. */
export function makeNews(page: RunPage, metrics: MetricColumns | null, now: number): RunNews {
  const at = new Date(now).toISOString();
  const step = metrics?.steps.at(-1) ?? page.listing.step;
  return {
    listing: { ...page.listing, step, lastSeenAt: at },
    ...{ badges: page.badges, metrics, checkpoints: page.checkpoints, events: [], gpus: [] },
    progress: page.progress,
    readBytes: page.readBytes + 1187,
    at,
  };
}
