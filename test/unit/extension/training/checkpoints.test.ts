import assert from 'node:assert/strict';
import type * as Module from '../../../../extension/training/checkpointCommands.ts';
import { ServedCheckpoints } from '../../../../extension/training/servedCheckpoints.ts';
import type { TrainingServices } from '../../../../extension/training/trainingServices.ts';
import type { CheckpointListing } from '../../../../runtime/contract/training/runView.ts';
import { makeRunListing, runPlace } from '../../../fakes/runPages.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { type Answer, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const run = makeRunListing({ state: 'stopped', steps: 312, now });

function checkpoint(step: number, kept: CheckpointListing['kept'] = []): CheckpointListing {
  return {
    ...{ step, folder: `/c/${step}`, savedAt: new Date(now).toISOString(), bytes: 2 ** 30, kept },
    ...{ queueStateBytes: 1, hasOptimiser: true, whyNotResumable: null, reward: 1 },
    ...{ passRate: 0.5, heldOut: null },
  };
}

const node = { kind: 'checkpoint', run, checkpoint: checkpoint(300) };

class Setting {
  readonly chosen: string[] = ['embedded'];
  current(): string {
    return this.chosen.at(-1) ?? '';
  }
  choose(name: string): Promise<void> {
    this.chosen.push(name);
    return Promise.resolve();
  }
}

async function make(
  answers: readonly Answer[],
  given: ConstructorParameters<typeof RuntimeAnswers>[0] = {},
) {
  const editor = new ScriptedEditor(answers);
  const runtime = new RuntimeAnswers({
    'list-runs': () => Promise.resolve({ runs: [run] }),
    'list-checkpoints': () =>
      Promise.resolve({
        checkpoints: [checkpoint(200), checkpoint(300, ['latest'])],
        keep: { last: 3, best: 1 },
      }),
    ...given,
  });
  const setting = new Setting();
  let changes = 0;
  // The parts under test use these alone.
  const services = {
    ...{ runtime, log: new KeptLog(), workspaces: () => ['/w'], model: setting },
    onTrainingChanged: () => {
      changes += 1;
    },
  } as unknown as TrainingServices;
  const module = await editor.load<typeof Module>('training/checkpointCommands.ts');
  const asked = (name: string) =>
    runtime.asked.filter((one) => one.name === name).map(({ params }) => params);
  return { editor, module, services, setting, asked, changes: () => changes };
}

describe('ServedCheckpoints', () => {
  const [first, second] = ['checkpoint:run/1', 'checkpoint:run/2'];

  it('makes each the model, and gives back the one of before when none is left', async () => {
    const setting = new Setting();
    await setting.choose('m@http://localhost:8000/v1');
    const served = new ServedCheckpoints(setting);
    await served.use(first);
    await served.use(second);
    await served.leave(second, [first]);
    await served.leave(first, []);
    const chosen = setting.chosen.slice(2);
    assert.deepEqual(chosen, [first, second, first, 'm@http://localhost:8000/v1']);
  });

  it('takes the embedded model where it never saw another one', async () => {
    const setting = new Setting();
    await setting.choose(first);
    await new ServedCheckpoints(setting).leave(first, []);
    assert.equal(setting.current(), 'embedded');
  });

  it('leaves alone what a person chose in the meantime', async () => {
    const setting = new Setting();
    const served = new ServedCheckpoints(setting);
    await served.use(first);
    await setting.choose('another');
    await served.leave(first, []);
    assert.equal(setting.current(), 'another');
  });
});

describe('commands about checkpoints', () => {
  it('serve one and make it the agent’s model, until told otherwise', async () => {
    const model = 'checkpoint:tool-r1-7b-files/300';
    let isServed = true;
    const { module, services, setting, asked } = await make([undefined], {
      'serve-checkpoint': () => Promise.resolve({ model, localPort: 4000 }),
      'list-served-checkpoints': () =>
        Promise.resolve({ served: isServed ? [{ place: runPlace, step: 300, model }] : [] }),
      'unserve-checkpoint': () => {
        isServed = false;
        return Promise.resolve({});
      },
    });
    const served = new ServedCheckpoints(setting);
    assert.equal(await module.useCheckpoint(services, served, [node]), model);
    assert.equal(setting.current(), model);
    await module.stopServing(services, served);
    assert.deepEqual(asked('unserve-checkpoint'), [{ place: runPlace, step: 300 }]);
    assert.equal(setting.current(), 'embedded');
    await assert.rejects(module.stopServing(services, served), /No checkpoint is served/);
  });

  it('ask for run and checkpoint where none was named, newest first', async () => {
    const { editor, module, services, asked, changes } = await make(
      ['tool-r1-7b-files', 'Step 200'],
      { 'pin-checkpoint': () => Promise.resolve({}) },
    );
    await module.pinCheckpoint(services, [], true);
    assert.deepEqual(editor.shown[1]?.choices, ['Step 300', 'Step 200']);
    assert.deepEqual(asked('pin-checkpoint'), [{ place: runPlace, step: 200, pinned: true }]);
    assert.equal(changes(), 1);
  });

  it('download into a folder of its own', async () => {
    const { module, services, asked } = await make(['/home/ada/models'], {
      'download-checkpoint': () => Promise.resolve({ bytes: 2 ** 30 }),
    });
    await module.downloadCheckpoint(services, [node]);
    const [params] = asked('download-checkpoint') as [{ to: string; step: number }];
    assert.deepEqual([params.to, params.step], ['/home/ada/models/tool-r1-7b-files-step-300', 300]);
  });

  it('evaluate one on the tasks that the person picks, or not at all', async () => {
    const yes = await make(['/home/ada/held-out.jsonl'], {
      'evaluate-checkpoint': () =>
        Promise.resolve({ checkpoint: checkpoint(300), fromCopy: false }),
    });
    await yes.module.evaluateCheckpoint(yes.services, [node]);
    const [params] = yes.asked('evaluate-checkpoint') as [{ tasks: string; step: number }];
    assert.deepEqual([params.tasks, params.step], ['/home/ada/held-out.jsonl', 300]);
    assert.equal(yes.changes(), 1);
    const no = await make([undefined]);
    await no.module.evaluateCheckpoint(no.services, [node]);
    assert.deepEqual(no.asked('evaluate-checkpoint'), []);
    assert.equal(no.changes(), 0);
  });

  it('say that an evaluation is kept on this computer while the machine is away', async () => {
    const { editor, module, services } = await make(['/home/ada/held-out.jsonl', undefined], {
      'evaluate-checkpoint': () => Promise.resolve({ checkpoint: checkpoint(300), fromCopy: true }),
    });
    await module.evaluateCheckpoint(services, [node]);
    assert.match(editor.shown.at(-1)?.text ?? '', /cannot be reached now\. .* kept on this comp/);
  });

  it('delete only after the person has seen what', async () => {
    const clean = {
      'clean-checkpoints': () => Promise.resolve({ deleted: [100, 200], freedBytes: 2 ** 31 }),
    };
    const section = { kind: 'run', section: 'checkpoints', run };
    const no = await make([undefined], clean);
    await no.module.cleanCheckpoints(no.services, [section]);
    const yes = await make(['Delete'], clean);
    await yes.module.cleanCheckpoints(yes.services, [section]);
    const dry = (asked: unknown[]) => asked.map((one) => (one as { dryRun: boolean }).dryRun);
    assert.deepEqual(dry(no.asked('clean-checkpoints')), [true]);
    assert.deepEqual(dry(yes.asked('clean-checkpoints')), [true, false]);
    assert.match(
      yes.editor.shown[0]?.text ?? '',
      /Delete 2 checkpoints of tool-r1-7b-files, 2\.0 GiB/,
    );
  });

  it('say so when there is nothing to delete, or no checkpoint', async () => {
    const none = await make([], {
      'clean-checkpoints': () => Promise.resolve({ deleted: [], freedBytes: 0 }),
      'list-checkpoints': () => Promise.resolve({ checkpoints: [], keep: { last: 3, best: 1 } }),
    });
    const runNode = { kind: 'run', section: 'runs', run };
    await none.module.cleanCheckpoints(none.services, [runNode]);
    assert.match(none.editor.shown[0]?.text ?? '', /nothing to delete\. The newest 3, the best 1/);
    await assert.rejects(
      none.module.downloadCheckpoint(none.services, [runNode]),
      /has not saved a checkpoint yet/,
    );
  });
});
