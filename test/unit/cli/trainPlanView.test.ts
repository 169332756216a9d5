import assert from 'node:assert/strict';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import { showPlan } from '../../../runtime/cli/trainPlanView.ts';
import type { TrainingPlan } from '../../../runtime/contract/training/trainingRequests.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';
import { makeTrainingPlan } from '../../fakes/trainingPlans.ts';

function shown(changes: Partial<TrainingPlan> = {}): string {
  const out = new FakeStream({ isTTY: false, columns: 100 });
  const err = new FakeStream({ isTTY: false, columns: 100 });
  const terminal = new Terminal({ out, err, env: {}, onClosed: () => undefined });
  showPlan(terminal, makeTrainingPlan(changes));
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
        'run        tool-r1-7b',
        'tasks      1,300 tasks: 412 in the window, 506 too easy, 382 too hard, 0 not measured',
        'model      Qwen2.5-7B-Instruct, 7.62 B parameters, all weights, bfloat16',
        'recipe     tool-r1. Groups of 16, 8 fresh a visit.',
        '           agent.maxSequenceTokens 4096 (recipe: 2048)',
        'GPU 0      train: 28.4 ± 4.3 of 80 GiB (weights 7.6, optimiser 20.8)',
        'time       27 h 0 min (8 in 10 runs: 24 h 0 min to 31 h 0 min). from 3 earlier runs',
        'disk       443 GB of 1.5 TB free. 4 checkpoints',
        'waits for  toolrl-7b',
        '',
        'trainer on a100-box:',
        'accelerate launch -m tool_r1_trainer',
        '',
        'fail  Port: Port 8000 is in use.',
        '      Stop that server.',
        'pass  Disk: 1.5 TiB free',
        'pass  Python: 3.12',
        '',
        '2 passed, 0 warnings, 1 failed',
      ],
    );
  });

  it('says what is not known, and whom the run waits for', () => {
    const text = shown({
      time: null,
      waitsBehind: ['one', 'two'],
      model: { ...makeTrainingPlan().model, parameters: null },
    });
    assert.match(text, /time +not known: no earlier run on this machine tells/);
    assert.match(text, /waits for +one, two/);
    assert.match(text, /model +Qwen2\.5-7B-Instruct, all weights/);
  });
});
