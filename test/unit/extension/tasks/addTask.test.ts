import assert from 'node:assert/strict';
import type { RequestParams } from '../../../../extension/runtime/runtimeRequests.ts';
import type * as AddTask from '../../../../extension/tasks/addTask.ts';
import type * as TaskBeginning from '../../../../extension/tasks/taskBeginning.ts';
import { FakeRuntimeRequests } from '../../../fakes/runtimeRequests.ts';
import { type Answer, FakeUri, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

const workspace = '/home/ada/boats';
const files = [`${workspace}/data/a.csv`, `${workspace}/data/b.csv`, `${workspace}/notes.md`];

describe('Add Task', function () {
  this.timeout(30_000);
  let editor: ScriptedEditor;
  let runtime: FakeRuntimeRequests;

  beforeEach(() => {
    runtime = new FakeRuntimeRequests({
      'add-tasks': ({ tasks }) => ({
        file: `${workspace}/.tool-r1/tasks.jsonl`,
        added: tasks.map(({ id }) => id),
        alreadyThere: [],
      }),
    });
  });

  function person(...answers: Answer[]): ScriptedEditor {
    editor = new ScriptedEditor(answers);
    editor.files = files;
    return editor;
  }

  async function begin(...args: unknown[]): Promise<TaskBeginning.TaskBeginning | undefined> {
    const { taskBeginning } = await editor.load<typeof TaskBeginning>('tasks/taskBeginning.ts');
    return taskBeginning(args);
  }

  async function add(...args: unknown[]): Promise<AddTask.AddedTask | null> {
    const beginning = await begin(...args);
    assert.ok(beginning !== undefined);
    const { addTask } = await editor.load<typeof AddTask>('tasks/addTask.ts');
    return addTask(runtime, beginning);
  }

  const added = () => runtime.asked[0]?.params as RequestParams<'add-tasks'> | undefined;

  it('asks for question, files and answer, and writes the task', async () => {
    person('How many boats?', ['a.csv', 'notes.md'], '10');
    const task = await add();
    assert.equal(task?.workspace, workspace);
    assert.match(task.taskId, /^how-many-boats-[0-9a-f]{6}$/);
    const [written] = added()?.tasks ?? [];
    assert.deepEqual(
      [written?.question, written?.files, written?.referenceAnswer],
      ['How many boats?', ['data/a.csv', 'notes.md'], '10'],
    );
  });

  it('lists folders before files, and the whole workspace', async () => {
    person('Q', [], '');
    await add();
    assert.deepEqual(editor.shown[1]?.choices, [
      '$(folder) The whole workspace folder',
      '$(folder) data',
      '$(file) a.csv',
      '$(file) b.csv',
      '$(file) notes.md',
    ]);
  });

  it('has the files that were chosen in the Explorer ticked', async () => {
    person(undefined);
    const uris = [FakeUri.file(files[1] ?? ''), FakeUri.file(`${workspace}/data`)];
    const beginning = await begin(uris[0], uris);
    assert.deepEqual(beginning?.files, [`${workspace}/data/b.csv`, `${workspace}/data`]);
    person('Q', ['b.csv'], '');
    await add(uris[0], uris);
    assert.deepEqual(editor.shown[1]?.given, ['$(file) b.csv', '$(folder) data']);
  });

  it('takes the selected text for the question', async () => {
    person(undefined);
    editor.activeTextEditor = textEditor(files[2] ?? '', ' How many\n  boats are there? ');
    const beginning = await begin(FakeUri.file(files[2] ?? ''), { groupId: 0 });
    assert.deepEqual([beginning?.question, beginning?.files], ['How many boats are there?', []]);
  });

  it('has the open file ticked where nothing is selected', async () => {
    person(undefined);
    editor.activeTextEditor = textEditor(files[0] ?? '', '');
    assert.deepEqual((await begin())?.files, [files[0]]);
    editor.activeTextEditor = textEditor(`${workspace}/.tool-r1/tasks.jsonl`, '');
    assert.deepEqual((await begin())?.files, []);
    editor.activeTextEditor = textEditor('/etc/hosts', '');
    assert.deepEqual((await begin())?.files, []);
  });

  it('asks for the folder only where several are open and none is meant', async () => {
    person('cars');
    editor.folders = [workspace, '/home/ada/cars'];
    assert.equal((await begin())?.folder.name, 'cars');
    const uri = FakeUri.file(files[0] ?? '');
    assert.equal((await begin(uri, [uri]))?.folder.name, 'boats');
    editor.folders = [];
    assert.equal(await begin(), undefined);
  });

  for (const answers of [[undefined], ['Q', undefined], ['Q', ['a.csv'], undefined]]) {
    it(`writes nothing when the person gives up at step ${answers.length}`, async () => {
      person(...answers);
      assert.equal(await add(), null);
      assert.deepEqual(runtime.asked, []);
    });
  }

  it('does not take an empty question', async () => {
    person('   ');
    await assert.rejects(add(), /Write a question/);
  });
});

function textEditor(file: string, selected: string): object {
  return {
    document: { uri: FakeUri.file(file), getText: () => selected },
    selection: { isEmpty: selected === '' },
  };
}
