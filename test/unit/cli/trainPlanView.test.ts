import assert from 'node:assert/strict';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import { showPlan } from '../../../runtime/cli/trainPlanView.ts';
import type { TrainingPlan } from '../../../runtime/contract/training/trainingRequests.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';

const plan: TrainingPlan = {
  name: 'files-7b',
  tasks: {
    file: '/w/tasks.jsonl',
    all: 1300,
    inWindow: 412,
    tooEasy: 506,
    tooHard: 382,
    unmeasured: 0,
  },
  model: { name: 'Qwen2.5-7B-Instruct', parameters: 7.6156e9, kind: 'all weights, bfloat16' },
  recipe: {
    name: 'tool-r1',
    changed: [{ path: 'training.queue.maxStalenessSteps', here: '64', recipe: '128' }],
    all: [],
    summary: 'Groups of 16.',
  },
  totalSteps: 1000,
  gpus: { train: [0], sample: [1] },
  memory: [
    {
      gpu: 0,
      role: 'train',
      parts: [{ name: 'weights', gib: 28.4 }],
      totalGib: 28.4,
      spreadGib: 4.3,
      limitGib: 80,
    },
  ],
  time: { seconds: 97_200, low: 86_400, high: 111_600, source: 'From 3 earlier runs.' },
  disk: { neededBytes: 443e9, freeBytes: 1500e9, detail: '4 full checkpoints.' },
  waitsBehind: [],
  checks: [{ name: 'Disk', state: 'pass', detail: '1.4 TB free', advice: null }],
  commands: [{ host: 'a100', title: 'Trainer', line: 'accelerate launch' }],
};

function shown(changes: Partial<TrainingPlan> = {}): string {
  const out = new FakeStream({ isTTY: false, columns: 100 });
  const err = new FakeStream({ isTTY: false, columns: 100 });
  showPlan(new Terminal({ out, err, env: {}, onClosed: () => undefined }), { ...plan, ...changes });
  return out.text;
}

describe('a plan on the terminal', () => {
  it('says what, how large, how long and by which commands', () => {
    assert.deepEqual(
      shown()
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd()),
      [
        'run        files-7b',
        'tasks      1,300 tasks: 412 in the window, 506 too easy, 382 too hard, 0 not measured',
        'model      Qwen2.5-7B-Instruct, 7.62 B parameters, all weights, bfloat16',
        'recipe     tool-r1. Groups of 16.',
        '           training.queue.maxStalenessSteps 64 (recipe: 128)',
        'GPU 0      train: 28.4 ± 4.3 of 80 GB (weights 28.4)',
        'time       27 h 0 min (8 in 10 runs: 24 h 0 min to 31 h 0 min). From 3 earlier runs.',
        'disk       413 GB of 1.4 TB free. 4 full checkpoints.',
        'waits for  nobody',
        '',
        'Trainer on a100:',
        'accelerate launch',
        '',
        'pass  Disk: 1.4 TB free',
        '',
        '1 passed, 0 warnings, 0 failed',
      ],
    );
  });

  it('says what is not known, and whom the run waits for', () => {
    const text = shown({
      time: null,
      waitsBehind: ['one', 'two'],
      model: { ...plan.model, parameters: null },
    });
    assert.match(text, /time +not known: no earlier run on this machine tells/);
    assert.match(text, /waits for +one, two/);
    assert.match(text, /model +Qwen2\.5-7B-Instruct, all weights/);
  });
});
