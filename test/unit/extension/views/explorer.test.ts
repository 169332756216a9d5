import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { Explorer, type ExplorerParts } from '../../../../extension/views/explorer.ts';
import { FolderReader } from '../../../../extension/views/folderReader.ts';
import { TrainingReader } from '../../../../extension/views/trainingReader.ts';
import { nodeLook } from '../../../../extension/views/nodeLook.ts';
import { listing, recent } from '../../../fakes/explorerContents.ts';
import { makeRunListing } from '../../../fakes/runPages.ts';
import { FakeRuntimeRequests } from '../../../fakes/runtimeRequests.ts';
import type { RunListing } from '../../../../runtime/contract/training/runView.ts';

describe('explorer', () => {
  let runtime: FakeRuntimeRequests;
  let explorer: Explorer;
  let changes: number;
  let emptiness: boolean[];
  let tasks = [listing('one')];
  let runs: RunListing[] = [];

  function make(change: Partial<ExplorerParts> = {}): Explorer {
    runtime = new FakeRuntimeRequests({
      'list-tasks': () => ({ file: '/w/.tool-r1/tasks.jsonl', tasks, problems: [] }),
      'list-recent': () => ({ trajectories: tasks.length === 0 ? [] : [recent('r1')] }),
      'list-runs': () => ({ runs }),
      'list-machines': () => ({ machines: [] }),
    });
    explorer = new Explorer({
      reader: new FolderReader(runtime, () => [{ name: 'w', path: '/w' }]),
      training: new TrainingReader(runtime, () => ['/w']),
      checkpoints: () => Promise.resolve([]),
      now: () => new Date('2026-03-01T18:00:00.000Z'),
      modelProblem: () => null,
      isTrusted: () => true,
      virtualFolders: () => [],
      labelsLeft: () => Promise.resolve({ items: 259, conflicts: 3 }),
      onRead: (isEmpty) => emptiness.push(isEmpty),
      onError: assert.ifError,
      ...change,
    });
    changes = 0;
    emptiness = [];
    explorer.onDidChange(() => (changes += 1));
    return explorer;
  }

  beforeEach(() => {
    tasks = [listing('one')];
    runs = [];
    make();
  });

  afterEach(() => explorer.dispose());

  it('counts what is left to label when the section is opened, and says nothing it does not know', async () => {
    const pages = async () => {
      const labels = (await explorer.children(undefined)).find(
        (one) => one.kind === 'section' && one.section === 'labels',
      );
      return (await explorer.children(labels)).map((one) => {
        const { label, description } = nodeLook(one, explorer.moment);
        return [label, description];
      });
    };
    assert.deepEqual(await pages(), [
      ['Judge disagreements', '259 left to label'],
      ['Conflicts', '3 to decide'],
      ['Agreement', ''],
    ]);
    make({ labelsLeft: () => Promise.resolve(null) });
    assert.deepEqual(await pages(), [
      ['Judge disagreements', ''],
      ['Conflicts', ''],
      ['Agreement', ''],
    ]);
  });

  it('gives sections, and below them what was read', async () => {
    const [section] = await explorer.children(undefined);
    const [task] = await explorer.children(section);
    assert.ok(task?.kind === 'task');
    assert.equal(explorer.parent(task)?.kind, 'section');
    assert.equal(runtime.asked.length, 4, 'read again without a reason');
  });

  it('reads again once after a burst of changed files', async () => {
    await explorer.children(undefined);
    for (let count = 0; count < 50; count += 1) explorer.filesChanged();
    assert.equal(changes, 0);
    await wait(500);
    assert.equal(changes, 1);
    await explorer.children(undefined);
    assert.equal(runtime.asked.length, 8);
  });

  it('goes on following while files change all the time', async () => {
    const end = performance.now() + 1000;
    while (performance.now() < end) {
      explorer.filesChanged();
      await wait(20);
    }
    assert.ok(changes >= 2, `told ${changes} times`);
  });

  it('shows runs where there is no task, and reads them again alone when one changed', async () => {
    tasks = [];
    runs = [makeRunListing({ state: 'running', steps: 312, now: 0 })];
    make();
    const roots = await explorer.children(undefined);
    const section = roots.find((one) => one.kind === 'section' && one.section === 'runs');
    const [run] = await explorer.children(section);
    assert.equal(run?.kind, 'run');
    const before = runtime.asked.length;
    explorer.trainingChanged();
    await explorer.children(undefined);
    assert.deepEqual(
      runtime.asked.slice(before).map(({ name }) => name),
      ['list-runs', 'list-machines'],
    );
  });

  it('reads the checkpoints of a run when they are opened, and says why they cannot be read', async () => {
    const run = makeRunListing({ state: 'running', steps: 312, now: 0 });
    const node = { kind: 'run', section: 'checkpoints', run } as const;
    assert.deepEqual(await explorer.children(node), []);
    make({ checkpoints: () => Promise.reject(new Error('a100-box is offline.')) });
    const [problem] = await explorer.children(node);
    assert.equal(
      problem === undefined ? '' : nodeLook(problem, explorer.moment).description,
      'a100-box is offline.',
    );
  });

  it('knows what runs in this window', async () => {
    explorer.hearEvent({ type: 'rollout-started', trajectoryId: 'r1' });
    assert.deepEqual([...explorer.moment.running], ['r1']);
    explorer.hearEvent({ type: 'rollout-ended', trajectoryId: 'r1' });
    assert.deepEqual([...explorer.moment.running], []);
    await wait(400);
    assert.equal(changes, 1);
  });

  it('takes nothing for running when the runtime ended, and does not start it again', async () => {
    await explorer.children(undefined);
    explorer.hearEvent({ type: 'rollout-started', trajectoryId: 'r1' });
    explorer.runtimeEnded();
    assert.equal(explorer.moment.running.size, 0);
    await explorer.children(undefined);
    assert.equal(runtime.asked.length, 4);
  });

  it('finds a task that was just added', async () => {
    await explorer.children(undefined);
    tasks = [listing('one'), listing('two')];
    const node = await explorer.taskNode('/w', 'two');
    assert.equal(node?.task.id, 'two');
    assert.equal(changes, 1);
    assert.equal((await explorer.tasks()).length, 2);
  });

  it('says above the tree what keeps the agent from running', async () => {
    await make({ isTrusted: () => false, modelProblem: () => 'Off.' }).children(undefined);
    assert.equal(explorer.message, 'Restricted Mode: nothing is run here.');
    await make({ modelProblem: () => 'The server is off.' }).children(undefined);
    assert.equal(explorer.message, 'The chosen model cannot be asked. The server is off.');
    await make().children(undefined);
    assert.equal(explorer.message, undefined);
  });

  it('says after each reading whether there is something to show', async () => {
    await explorer.children(undefined);
    tasks = [];
    explorer.refresh();
    await explorer.children(undefined);
    assert.deepEqual(emptiness, [false, true]);
  });

  it('leaves that to the welcome text where the tree is empty', async () => {
    tasks = [];
    await make({ isTrusted: () => false, modelProblem: () => 'Off.' }).children(undefined);
    assert.equal(explorer.message, undefined);
  });

  it('says that a folder elsewhere cannot be read', () => {
    make({ virtualFolders: () => ['far'] });
    assert.match(explorer.message ?? '', /^far is not on this machine's disk/);
  });
});
