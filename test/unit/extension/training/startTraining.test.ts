import assert from 'node:assert/strict';
import type * as StartModule from '../../../../extension/training/startTraining.ts';
import type { TrainingServices } from '../../../../extension/training/trainingServices.ts';
import type * as ChangeModule from '../../../../extension/training/wishChange.ts';
import type { WishField } from '../../../../runtime/contract/startPanel.ts';
import { TrainingWish } from '../../../../runtime/contract/training/trainingRequests.ts';
import { makeMachine } from '../../../fakes/runPages.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { type Answer, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';
import { makeStartView, makeWish } from '../../../fakes/startViews.ts';

const connected = { since: '2026-03-01T12:00:00.000Z', roundTripMilliseconds: 21 };
const machine = makeMachine({ state: 'connected', ...connected });
const other = { ...machine, name: 'b100-box' };

function make(answers: readonly Answer[], machines = [machine]) {
  const editor = new ScriptedEditor(answers);
  editor.files = ['/w/files-tasks.jsonl'];
  const recipes = [
    { name: 'tool-r1', description: 'As the paper of Tool-R1.' },
    { name: 'vanilla-grpo', description: 'No queue and no window.' },
  ];
  const runtime = new RuntimeAnswers({
    'list-machines': () => Promise.resolve({ machines }),
    'list-recipes': () => Promise.resolve({ recipes }),
  });
  // The parts under test use these alone.
  const services = {
    ...{ runtime, workspaces: () => ['/w'], recipe: () => 'toolrl' },
  } as unknown as TrainingServices;
  return { editor, services };
}

describe('startTraining', () => {
  async function opened(answers: readonly Answer[], args: readonly unknown[] = []) {
    const { editor, services } = make(answers);
    const { startTraining } = await editor.load<typeof StartModule>('training/startTraining.ts');
    const wishes: TrainingWish[] = [];
    await startTraining(services, { open: (wish) => wishes.push(wish) }, args);
    assert.deepEqual(editor.left, []);
    return wishes;
  }

  it('asks what a plan needs, and shows that', async () => {
    const wishes = await opened(['a100-box', 'files-tasks', ' Qwen/Qwen2.5-7B-Instruct ']);
    assert.deepEqual(wishes, [makeWish({ recipe: 'toolrl' })]);
    assert.deepEqual(TrainingWish.parse(wishes[0]), wishes[0]);
  });

  it('does not ask for the machine that it was called on', async () => {
    const node = { kind: 'machine', machine };
    assert.equal((await opened(['files-tasks', 'm'], [node])).length, 1);
  });

  it('shows nothing when the person gives up', async () => {
    for (const answers of [[undefined], ['a100', undefined], ['a100', 'files', undefined]]) {
      assert.deepEqual(await opened(answers), []);
    }
  });

  it('needs a folder with tasks', async () => {
    const { editor, services } = make([]);
    const { startTraining } = await editor.load<typeof StartModule>('training/startTraining.ts');
    const closed = { ...services, workspaces: () => [] };
    const panels = { open: () => assert.fail('nothing is to be shown') };
    await assert.rejects(startTraining(closed, panels, []), /Open the folder with the tasks first/);
  });
});

describe('askChange', () => {
  const wish = makeWish({ gpus: { train: [0], sample: [1] }, sampler: 'b100-box' });

  async function changed(
    field: WishField,
    answers: readonly Answer[],
    machines = [machine, other],
  ) {
    const { editor, services } = make(answers, machines);
    const { askChange } = await editor.load<typeof ChangeModule>('training/wishChange.ts');
    const result = await askChange(services, field, makeStartView({ wish }));
    assert.deepEqual(editor.left, []);
    return { result, editor };
  }

  it('changes one field, and leaves all when the person gives up', async () => {
    for (const [field, answer, expected] of [
      ['name', 'second', { name: 'second' }],
      ['name', '', { name: null }],
      ['steps', '20', { steps: 20 }],
      ['steps', '', { steps: null }],
      ['model', 'small', { model: 'small' }],
      ['recipe', 'vanilla-grpo', { recipe: 'vanilla-grpo' }],
      ['tasks', 'files-tasks', { tasks: '/w/files-tasks.jsonl' }],
    ] as const) {
      assert.deepEqual((await changed(field, [answer])).result, { ...wish, ...expected });
      assert.equal((await changed(field, [undefined])).result, undefined);
    }
  });

  it('begins with what was wished before', async () => {
    const { editor } = await changed('model', ['small']);
    assert.deepEqual(editor.shown[0]?.given, [wish.model]);
  });

  it('refuses what cannot be', async () => {
    await assert.rejects(changed('name', ['../up']), /is refused/);
    await assert.rejects(changed('steps', ['0']), /is refused/);
    await assert.rejects(changed('model', [' ']), /is refused/);
    await assert.rejects(changed('sampler', ['b100', '10.0.0.256']), /is refused/);
  });

  it('forgets what was chosen for another machine', async () => {
    const { result } = await changed('machine', ['b100-box']);
    const none = { gpus: null, sampler: null, samplerAddress: null };
    assert.deepEqual(result, { ...wish, machine: 'b100-box', device: 'cuda', ...none });
  });

  it('has another machine sample, at an address or any, or the same', async () => {
    const at = async (answers: readonly Answer[]) => {
      const { result } = await changed('sampler', answers);
      return [result?.sampler, result?.samplerAddress, result?.gpus];
    };
    assert.deepEqual(await at(['b100-box', '10.0.0.2']), ['b100-box', '10.0.0.2', null]);
    assert.deepEqual(await at(['b100-box', '']), ['b100-box', null, null]);
    assert.deepEqual(await at(['The same machine']), [null, null, null]);
    await assert.rejects(changed('sampler', [], [machine]), /No other machine is attached/);
  });

  it('offers the recipes that train with a line about each, and a file', async () => {
    const { editor } = await changed('recipe', ['vanilla-grpo']);
    assert.deepEqual(editor.shown[0]?.choices, [
      'tool-r1',
      'vanilla-grpo',
      'A recipe of your own...',
    ]);
    const chosen = await changed('recipe', ['A recipe of your own', '/w/mine.json']);
    assert.equal(chosen.result?.recipe, '/w/mine.json');
    assert.equal((await changed('recipe', ['A recipe of your own', undefined])).result, undefined);
  });
});
