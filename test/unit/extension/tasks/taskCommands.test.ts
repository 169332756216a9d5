import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RecentTrajectory } from '../../../../runtime/contract/requests.ts';
import { commands, contextKeys } from '../../../../extension/manifest.ts';
import type * as Samples from '../../../../extension/tasks/sampleCommands.ts';
import type * as Module from '../../../../extension/tasks/taskCommands.ts';
import { Explorer } from '../../../../extension/views/explorer.ts';
import { FolderReader } from '../../../../extension/views/folderReader.ts';
import { TrainingReader } from '../../../../extension/views/trainingReader.ts';
import { listing, recent } from '../../../fakes/explorerContents.ts';
import { FakeRuntimeRequests } from '../../../fakes/runtimeRequests.ts';
import { type Answer, type FakeUri, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

const workspace = '/home/ada/boats';

describe('commands on tasks', function () {
  this.timeout(30_000);
  let editor: ScriptedEditor;
  let tasks = [listing('one'), listing('two')];
  let trajectories: RecentTrajectory[];

  beforeEach(() => {
    tasks = [listing('one'), listing('two')];
    trajectories = [];
  });

  async function made(...answers: Answer[]): Promise<[Module.TaskCommands, Explorer]> {
    editor = new ScriptedEditor(answers);
    const runtime = new FakeRuntimeRequests({
      'list-tasks': () => ({ file: `${workspace}/.tool-r1/tasks.jsonl`, tasks, problems: [] }),
      'list-recent': ({ workspace: asked, limit }) => ({
        trajectories: asked === workspace ? trajectories.slice(0, limit) : [],
      }),
    });
    const explorer = new Explorer({
      reader: new FolderReader(runtime, () => [{ name: 'boats', path: workspace }]),
      training: new TrainingReader(runtime, () => []),
      checkpoints: () => Promise.resolve([]),
      now: () => new Date(),
      modelProblem: () => null,
      isTrusted: () => true,
      virtualFolders: () => [],
      labelsLeft: () => Promise.resolve(null),
      onRead: () => undefined,
      onError: assert.ifError,
    });
    const { TaskCommands } = await editor.load<typeof Module>('tasks/taskCommands.ts');
    const workspaces = () => [workspace, '/home/ada/sample'];
    const reveal = () => Promise.resolve();
    return [new TaskCommands({ runtime, explorer, workspaces, reveal }), explorer];
  }

  it('run the task that they were called on, with its files', async () => {
    const [made1, explorer] = await made();
    const node = (await explorer.tasks())[1];
    await made1.run([node]);
    assert.deepEqual(editor.called, [
      {
        id: commands.runAgent,
        args: [{ task: listing('two').task, files: [`${workspace}/data/a.csv`], workspace }],
      },
    ]);
  });

  it('ask which task when they are called from the palette', async () => {
    const [called] = await made('What does one ask?');
    await called.run([]);
    assert.deepEqual(editor.shown[0]?.choices, ['What does one ask?', 'What does two ask?']);
    assert.equal(editor.called.length, 1);
  });

  it('do nothing when the person gives up, and say so where there is no task', async () => {
    const [called] = await made(undefined);
    await called.run([]);
    assert.deepEqual(editor.called, []);
    tasks = [];
    const [again] = await made();
    await again.run([]);
    assert.match(editor.shown[0]?.text ?? '', /no agent tasks yet/);
  });

  it('show the answer only when asked, and copy it', async () => {
    const [called, explorer] = await made('Copy');
    await called.showAnswer([(await explorer.tasks())[0]]);
    assert.equal(editor.shown[0]?.text, 'Reference answer: 42');
    assert.deepEqual(editor.clipboard, ['42']);
  });

  it('say when nobody knows the answer', async () => {
    tasks = [listing('one', { task: { ...listing('one').task, referenceAnswer: null } })];
    const [called, explorer] = await made();
    await called.showAnswer([(await explorer.tasks())[0]]);
    assert.match(editor.shown[0]?.text ?? '', /Nobody has given a reference answer/);
  });

  it('open the newest trajectory of a task', async () => {
    trajectories = [recent('r2'), recent('r1')];
    const [called, explorer] = await made();
    await called.openNewest([(await explorer.tasks())[0]]);
    assert.deepEqual(editor.called, [
      {
        id: commands.openTrajectory,
        args: [{ file: recent('r2').file, trajectoryId: 'r2' }],
      },
    ]);
  });

  it('open the newest of all folders', async () => {
    trajectories = [recent('r9')];
    const [called] = await made();
    await called.openNewest([]);
    assert.deepEqual(editor.called[0]?.args, [{ file: recent('r9').file, trajectoryId: 'r9' }]);
  });

  it('offer a sample task where nothing was run', async () => {
    const [called] = await made('Run a Sample Task');
    await called.openNewest([]);
    assert.deepEqual(editor.called, [{ id: commands.runSample, args: [] }]);
  });
});

describe('commands around the sample workspace', function () {
  this.timeout(30_000);
  const source = path.resolve(import.meta.dirname, '../../../../media/sample-workspace');
  let storage: string;
  let editor: ScriptedEditor;

  beforeEach(async () => {
    storage = await mkdtemp(path.join(tmpdir(), 'storage-'));
  });

  afterEach(() => rm(storage, { recursive: true, force: true }));

  async function samples(...answers: Answer[]): Promise<typeof Samples> {
    editor = new ScriptedEditor(answers);
    return editor.load<typeof Samples>('tasks/sampleCommands.ts');
  }

  const copy = () => path.join(storage, 'tool-r1-sample');

  it('open a copy with the extension, in this window where no folder is open', async () => {
    const { openSampleWorkspace } = await samples('Keep it with the extension');
    editor.folders = [];
    await openSampleWorkspace({ source, storage }, []);
    const [{ id, args } = { id: '', args: [] }] = editor.called;
    assert.equal(id, 'vscode.openFolder');
    assert.equal((args[0] as FakeUri).fsPath, copy());
    assert.deepEqual(args[1], { forceNewWindow: false });
  });

  it('open a copy in a folder of the person, in a new window beside what is open', async () => {
    const chosen = path.join(storage, 'mine');
    await mkdir(chosen);
    const { openSampleWorkspace } = await samples('Choose a folder', chosen);
    await openSampleWorkspace({ source, storage }, []);
    const [{ args } = { args: [] }] = editor.called;
    assert.equal((args[0] as FakeUri).fsPath, path.join(chosen, 'tool-r1-sample'));
    assert.deepEqual(args[1], { forceNewWindow: true });
  });

  it('copy nothing when the person gives up', async () => {
    const { openSampleWorkspace } = await samples(undefined);
    await openSampleWorkspace({ source, storage }, []);
    assert.deepEqual(editor.called, []);
  });

  const runtime = (ids: string[]) =>
    new FakeRuntimeRequests({
      'list-tasks': () => ({ file: 'f', tasks: ids.map((id) => listing(id)), problems: [] }),
    });

  it('run the embedded model on the first task, with files of the copy', async () => {
    const { runSample } = await samples();
    editor.results.set(commands.runAgent, 'r1');
    await runSample({ source, storage }, runtime(['sample-01', 'sample-02']));
    assert.deepEqual(editor.called, [
      {
        id: commands.runAgent,
        args: [
          {
            task: listing('sample-02').task,
            files: [path.join(copy(), 'data/a.csv')],
            workspace: copy(),
            model: 'embedded',
          },
        ],
      },
      { id: 'setContext', args: [contextKeys.sampleWasRun, true] },
    ]);
  });

  it('do not count a run that was refused', async () => {
    const { runSample } = await samples();
    await runSample({ source, storage }, runtime(['mine']));
    assert.deepEqual(
      editor.called.map(({ id }) => id),
      [commands.runAgent],
    );
  });

  it('say what to do where somebody emptied the copy', async () => {
    await mkdir(path.join(copy(), '.tool-r1'), { recursive: true });
    await mkdir(path.join(copy(), 'kestrel-boats'));
    await writeFile(path.join(copy(), '.tool-r1/tasks.jsonl'), '');
    const { runSample } = await samples();
    await assert.rejects(runSample({ source, storage }, runtime([])), /Delete that folder/);
  });
});
