// Plans of a run as the runtime gives them: on a machine with eight cards, with a check that fails, a field that differs from
// the recipe and a run that goes before it. What a test cares about is given as a change.
import type {
  MemoryEstimate,
  TrainingPlan,
} from '../../runtime/contract/training/trainingRequests.ts';

export function makeTrainingPlan(changes: Partial<TrainingPlan> = {}): TrainingPlan {
  return { ...whatIsTrained(), ...whereAndHowLong(), ...whatWouldRun(), ...changes };
}

/** 28.4 GiB of 80 and what they are for; a whisker of 4.3 to either side. */
export function makeMemoryEstimate(changes: Partial<MemoryEstimate> = {}): MemoryEstimate {
  return {
    gpu: 0,
    role: 'train',
    parts: [
      { name: 'weights', gib: 7.6 },
      { name: 'optimiser', gib: 20.8 },
    ],
    totalGib: 28.4,
    spreadGib: 4.3,
    limitGib: 80,
    ...changes,
  };
}

type Part<Name extends keyof TrainingPlan> = Pick<TrainingPlan, Name>;

function whatIsTrained(): Part<'name' | 'tasks' | 'model' | 'recipe' | 'totalSteps'> {
  return {
    name: 'tool-r1-7b',
    tasks: {
      ...{ file: '/w/tasks.jsonl', all: 1300 },
      ...{ inWindow: 412, tooEasy: 506, tooHard: 382, unmeasured: 0 },
    },
    model: { name: 'Qwen2.5-7B-Instruct', parameters: 7.6156e9, kind: 'all weights, bfloat16' },
    recipe: {
      name: 'tool-r1',
      changed: [{ path: 'agent.maxSequenceTokens', here: '4096', recipe: '2048' }],
      all: [
        { path: 'agent.maxSequenceTokens', value: '4096', source: 'own' },
        { path: 'training.queue.groupSize', value: '16', source: 'paper' },
      ],
      summary: 'Groups of 16, 8 fresh a visit.',
    },
    totalSteps: 1000,
  };
}

function whereAndHowLong(): Part<'gpus' | 'memory' | 'time' | 'disk' | 'waitsBehind'> {
  return {
    gpus: { train: [0, 1, 2, 3], sample: [4, 5, 6, 7] },
    memory: [makeMemoryEstimate()],
    time: { seconds: 97_200, low: 86_400, high: 111_600, source: 'from 3 earlier runs' },
    disk: {
      neededBytes: 443e9,
      freeBytes: 1.5e12,
      detail: '4 checkpoints',
    },
    waitsBehind: ['toolrl-7b'],
  };
}

function whatWouldRun(): Part<'checks' | 'commands'> {
  return {
    checks: [
      {
        ...{ name: 'Port', state: 'fail', detail: 'Port 8000 is in use.' },
        advice: 'Stop that server.',
      },
      { name: 'Disk', state: 'pass', detail: '1.5 TiB free', advice: null },
      { name: 'Python', state: 'pass', detail: '3.12', advice: null },
    ],
    commands: [
      { host: 'a100-box', title: 'trainer', line: 'accelerate launch -m tool_r1_trainer' },
    ],
  };
}
