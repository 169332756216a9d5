import assert from 'node:assert/strict';
import type * as MachineModule from '../../../../extension/training/machineCommands.ts';
import type * as RunModule from '../../../../extension/training/runCommands.ts';
import type * as PromptModule from '../../../../extension/training/sshPrompts.ts';
import type { TrainingServices } from '../../../../extension/training/trainingServices.ts';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import type { CheckpointListing } from '../../../../runtime/contract/training/runView.ts';
import { makeMachine, makeRunListing, offlineSince, runPlace } from '../../../fakes/runPages.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { type Answer, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const machine = makeMachine(offlineSince(now));
const running = makeRunListing({ state: 'running', steps: 312, now });
const stopped = makeRunListing({ state: 'stopped', steps: 312, now, name: 'stopped' });

function checkpoint(step: number, whyNotResumable: string | null = null): CheckpointListing {
  return {
    ...{ step, folder: `/c/${step}`, savedAt: new Date(now).toISOString(), bytes: 1, reward: 1 },
    ...{ queueStateBytes: 1, hasOptimiser: true, whyNotResumable, passRate: 0.5, heldOut: null },
    kept: [],
  };
}

type Given = ConstructorParameters<typeof RuntimeAnswers>[0];

function make(answers: readonly Answer[], given: Given = {}) {
  const editor = new ScriptedEditor(answers);
  const runtime = new RuntimeAnswers({
    'list-runs': () => Promise.resolve({ runs: [running, stopped] }),
    'list-machines': () => Promise.resolve({ machines: [machine] }),
    ...given,
  });
  // The parts under test use these alone.
  const services = {
    ...{ runtime, log: new KeptLog(), workspaces: () => ['/w'] },
    addText: () => undefined,
  } as unknown as TrainingServices;
  const asked = (name: string) =>
    runtime.asked.filter((one) => one.name === name).map(({ params }) => params);
  return { editor, services, asked };
}

describe('attachMachine', () => {
  const attach = { 'attach-machine': () => Promise.resolve({ machine }) };

  it('offers the hosts of the configuration, and any other', async () => {
    const hosts = { 'list-ssh-hosts': () => Promise.resolve({ hosts: ['a100-box'] }) };
    const { editor, services, asked } = make(['a100-box', undefined], { ...hosts, ...attach });
    const { attachMachine } = await editor.load<typeof MachineModule>(
      'training/machineCommands.ts',
    );
    assert.equal(await attachMachine(services), 'a100-box');
    assert.deepEqual(
      asked('attach-machine').map((one) => (one as { machine: string }).machine),
      ['a100-box'],
    );
    const other = make(['Another host', undefined], hosts);
    const module = await other.editor.load<typeof MachineModule>('training/machineCommands.ts');
    assert.equal(await module.attachMachine(other.services), undefined);
    assert.deepEqual(other.asked('attach-machine'), []);
  });

  it('refuses what ssh would take for an option', async () => {
    const none = { 'list-ssh-hosts': () => Promise.resolve({ hosts: [] }) };
    const { editor, services } = make(['-oProxyCommand=x'], none);
    const { attachMachine } = await editor.load<typeof MachineModule>(
      'training/machineCommands.ts',
    );
    await assert.rejects(attachMachine(services), /is refused: "Write it as ssh takes it/);
  });

  it('detaches only what is attached, never this computer', async () => {
    const here = { ...machine, name: thisComputer };
    const { editor, services } = make([], {
      'list-machines': () => Promise.resolve({ machines: [here] }),
    });
    const { detachMachine } = await editor.load<typeof MachineModule>(
      'training/machineCommands.ts',
    );
    await assert.rejects(detachMachine(services, []), /No machine is attached yet/);
  });
});

describe('answerPrompt', () => {
  const asked = { promptId: 'p1', machine: 'a100-box', question: 'Passphrase for key?' };

  async function answers(kind: 'confirm' | 'secret' | 'notice', answer: readonly Answer[]) {
    const made = make(answer, { 'answer-prompt': () => Promise.resolve({}) });
    const { answerPrompt } = await made.editor.load<typeof PromptModule>('training/sshPrompts.ts');
    await answerPrompt(made.services.runtime, { ...asked, kind });
    return made.asked('answer-prompt');
  }

  it('hands over what a person says, and null for nothing', async () => {
    assert.deepEqual(await answers('secret', ['open sesame']), [
      { promptId: 'p1', answer: 'open sesame' },
    ]);
    assert.deepEqual(await answers('secret', [undefined]), [{ promptId: 'p1', answer: null }]);
    assert.deepEqual(await answers('notice', []), [{ promptId: 'p1', answer: '' }]);
  });
});

describe('stopping and resuming', () => {
  it('offers only what can be stopped, and says what still holds a card', async () => {
    const stillHeld = [{ gpu: 2, pid: 77, name: 'python', mib: 1200 }];
    const { editor, services, asked } = make(['tool-r1-7b-files', 'Stop at Once'], {
      'stop-training': () => Promise.resolve({ run: stopped, stillHeld }),
    });
    const { stopCalled } = await editor.load<typeof RunModule>('training/runCommands.ts');
    await stopCalled(services, []);
    assert.deepEqual(editor.shown[0]?.choices, ['tool-r1-7b-files']);
    const [params] = asked('stop-training') as [{ wish: string; place: unknown }];
    assert.deepEqual([params.wish, params.place], ['now', runPlace]);
    assert.match(editor.shown.at(-1)?.text ?? '', /GPU 2: python \(process 77, 1200 MiB\)/);
  });

  it('does nothing when the person does not say how', async () => {
    const { editor, services, asked } = make([undefined]);
    const { stopRun } = await editor.load<typeof RunModule>('training/runCommands.ts');
    await stopRun(services, runPlace);
    assert.deepEqual(asked('stop-training'), []);
  });

  it('asks from which checkpoint only where there are several', async () => {
    const resume = { 'resume-training': () => Promise.resolve({ run: running }) };
    for (const [checkpoints, said, expected] of [
      [[checkpoint(300), checkpoint(200), checkpoint(100, 'no queue')], ['Step 200'], 200],
      [[checkpoint(300)], [], 300],
    ] as const) {
      const { editor, services, asked } = make(said, {
        ...resume,
        'list-checkpoints': () =>
          Promise.resolve({ checkpoints: [...checkpoints], keep: { last: 3, best: 1 } }),
      });
      const { resumeCalled } = await editor.load<typeof RunModule>('training/runCommands.ts');
      await resumeCalled(services, [{ kind: 'run', section: 'runs', run: stopped }]);
      const [params] = asked('resume-training') as [{ step: number }];
      assert.equal(params.step, expected);
    }
  });

  it('says why there is no checkpoint to go on from', async () => {
    const { editor, services } = make([], {
      'list-checkpoints': () =>
        Promise.resolve({
          checkpoints: [checkpoint(100, 'The state of the queue was not saved.')],
          keep: { last: 3, best: 1 },
        }),
    });
    const { resumeRun } = await editor.load<typeof RunModule>('training/runCommands.ts');
    await assert.rejects(resumeRun(services, runPlace, null), /state of the queue was not saved/);
  });

  it('opens a run at the sign of health that a person chose in the tree', async () => {
    const { editor, services } = make([]);
    const { openRun } = await editor.load<typeof RunModule>('training/runCommands.ts');
    const opened: unknown[][] = [];
    const panels = { open: (...args: unknown[]) => void opened.push(args) } as never;
    const [badge] = running.alerts;
    await openRun(services, panels, [{ kind: 'run-health', run: running, badge }]);
    await openRun(services, panels, [{ kind: 'run', section: 'runs', run: running }]);
    assert.deepEqual(opened, [
      [running, 'truncated'],
      [running, null],
    ]);
  });

  it('opens the queue of the run that it was called on', async () => {
    const { editor, services } = make([]);
    const { openQueue } = await editor.load<typeof RunModule>('training/runCommands.ts');
    const opened: unknown[] = [];
    const panels = { openQueue: (run: unknown) => void opened.push(run) };
    await openQueue(services, panels, [{ kind: 'run', section: 'queue', run: running }]);
    await openQueue(services, panels, [{ kind: 'run-part', part: 'queue', run: running }]);
    assert.deepEqual(opened, [running, running]);
  });

  it('opens the checkpoints of the run that it was called on', async () => {
    const { editor, services } = make([]);
    const { openCheckpoints } = await editor.load<typeof RunModule>('training/runCommands.ts');
    const opened: unknown[] = [];
    const panels = { openCheckpoints: (run: unknown) => void opened.push(run) };
    await openCheckpoints(services, panels, [
      { kind: 'run', section: 'checkpoints', run: running },
    ]);
    assert.deepEqual(opened, [running]);
  });

  it('says so when no run fits', async () => {
    const { editor, services } = make([], { 'list-runs': () => Promise.resolve({ runs: [] }) });
    const { stopCalled, openRun } = await editor.load<typeof RunModule>('training/runCommands.ts');
    await assert.rejects(stopCalled(services, []), /No training run is under way/);
    await assert.rejects(
      openRun(services, { open: () => undefined } as never, []),
      /Start Training/,
    );
  });
});
