import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkQuery } from '../../../extension/links/trajectoryLink.ts';
import type { copyLink as CopyLink } from '../../../extension/commands/copyLink.ts';
import type { openTrajectory as OpenTrajectory } from '../../../extension/commands/openTrajectory.ts';
import type { runAgent as RunAgent } from '../../../extension/commands/runAgent.ts';
import type {
  showRunningAgent as ShowRunningAgent,
  stopAgent as StopAgent,
} from '../../../extension/commands/runningAgents.ts';
import { LiveRollouts } from '../../../extension/live/liveRollouts.ts';
import { commands, viewTypes } from '../../../extension/manifest.ts';
import { AgentStarter } from '../../../extension/running/agentStarter.ts';
import { RecentQuestions } from '../../../extension/running/recentQuestions.ts';
import { Problem } from '../../../extension/support/problem.ts';
import type { followLink as FollowLink } from '../../../extension/links/linkHandler.ts';
import type { PanelWish, TrajectoryPanels } from '../../../extension/panels/trajectoryPanels.ts';
import { keptActions } from '../../fakes/editorActions.ts';
import { makeTask } from '../../fakes/records.ts';
import { RuntimeAnswers } from '../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../fakes/runtimeProcess.ts';
import { type Answer, FakeUri, ScriptedEditor } from '../../fakes/scriptedEditor.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('followLink', () => {
  let folder: TemporaryFolder;
  let file: string;

  before(async () => {
    folder = await makeTemporaryFolder();
    file = path.join(folder.path, 'one.trajectories.jsonl');
    await writeFile(file, '');
  });

  after(() => folder.remove());

  /** What was opened, and what the person was told. */
  async function follow(link: { path?: string; query: string }, answers: Answer[], inside = true) {
    const editor = new ScriptedEditor(answers);
    editor.folders = inside ? [folder.path] : ['/somewhere/else'];
    const { followLink } = await editor.load<{ followLink: typeof FollowLink }>(
      'links/linkHandler.ts',
    );
    const opened: PanelWish[] = [];
    const panels = { open: (wish: PanelWish) => void opened.push(wish) };
    const uri = Object.assign(new FakeUri('vscode', link.path ?? '/trajectory'), {
      query: link.query,
    });
    // The part of the panels and of the address that following a link needs.
    await followLink(
      uri as unknown as Parameters<typeof FollowLink>[0],
      panels as unknown as TrajectoryPanels,
    );
    return { opened, told: editor.shown.map(({ text }) => text) };
  }

  it('opens a trajectory of an open folder at its step', async () => {
    const { opened, told } = await follow({ query: linkQuery({ file, id: 'a', step: 3 }) }, []);
    assert.deepEqual(opened, [{ file, route: { page: 'trajectory', id: 'a', step: 3 } }]);
    assert.deepEqual(told, []);
  });

  it('asks before it opens a file from elsewhere', async () => {
    const link = { query: linkQuery({ file, id: 'a', step: null }) };
    const yes = await follow(link, ['Open'], false);
    assert.equal(yes.opened.length, 1);
    assert.match(yes.told.join(), /outside the open folders/);
    const no = await follow(link, [undefined], false);
    assert.deepEqual(no.opened, []);
  });

  it('says what is wrong with a link', async () => {
    const none = path.join(folder.path, 'none.jsonl');
    for (const [link, said] of [
      [{ path: '/elsewhere', query: '' }, /leads to nothing that Tool-R1 knows/],
      [{ query: 'file=a.jsonl&id=a' }, /broken: file: the file has to be a whole path/],
      [{ query: linkQuery({ file: none, id: 'a', step: null }) }, /is not here: .*none\.jsonl/],
    ] as const) {
      const { opened, told } = await follow(link, [undefined]);
      assert.deepEqual(opened, []);
      assert.match(told.join(), said);
    }
  });
});

/** Panels that keep what was to be shown, as far as the commands need them. */
function keptPanels(active: { file: string; id: string | null } | null = null) {
  const opened: PanelWish[] = [];
  const panels = { open: (wish: PanelWish) => void opened.push(wish), active: () => active };
  return { opened, panels: panels as unknown as TrajectoryPanels };
}

/** Messages are shown without waiting for them. */
const settled = () => new Promise(setImmediate);

describe('runAgent', () => {
  function open(answers: Answer[] = []) {
    const editor = new ScriptedEditor(answers);
    const runtime = new RuntimeAnswers({
      'run-agent': ({ files }) =>
        files.includes('/none.csv')
          ? Promise.reject(new Problem('There is no file /none.csv. Choose another.'))
          : Promise.resolve({ trajectoryId: 'next', file: '/home/ada/boats/next.jsonl' }),
    });
    const live = new LiveRollouts(runtime, () => undefined);
    const settings = () => ({ model: 'embedded', recipe: 'tool-r1', maxSteps: null });
    const stored = new Map<string, unknown>();
    const recent = new RecentQuestions({
      get: (key) => stored.get(key),
      update: (key, value) => Promise.resolve(void stored.set(key, value)),
    });
    const { opened, panels } = keptPanels();
    const makeReady = () => Promise.resolve();
    const starter = new AgentStarter({ runtime, live, settings, makeReady });
    const parts = { starter, panels, settings, recent, log: new KeptLog() };
    const run = async (first?: unknown, second?: unknown) => {
      const loaded = await editor.load<{ runAgent: typeof RunAgent }>('commands/runAgent.ts');
      return loaded.runAgent(parts, first, second);
    };
    return { editor, runtime, live, recent, opened, run };
  }

  const asked = { question: 'How many boats?', files: ['/home/ada/boats/list.csv'] };

  it('runs a question at once, shows it and remembers it', async () => {
    const { run, runtime, live, recent, opened } = open();
    assert.equal(await run(asked), 'next');
    assert.deepEqual(runtime.asked[0]?.params, {
      model: 'embedded',
      recipe: 'tool-r1',
      maxSteps: null,
      workspace: '/home/ada/boats',
      task: null,
      question: 'How many boats?',
      files: asked.files,
      referenceAnswer: null,
    });
    assert.deepEqual(opened, [
      {
        file: '/home/ada/boats/next.jsonl',
        route: { page: 'trajectory', id: 'next', step: null },
        workspace: '/home/ada/boats',
        title: 'How many boats?',
      },
    ]);
    assert.deepEqual(recent.all(), ['How many boats?']);
    assert.equal(live.running().length, 1);
  });

  it('runs a task with its answer and the model that it is given, where it is told to', async () => {
    const { run, runtime, recent } = open();
    const task = makeTask({ question: 'How many rows?', referenceAnswer: '3' });
    await run({ task, files: [], workspace: '/home/ada/copy', model: 'replay:a.json' });
    const params = runtime.asked[0]?.params as Record<string, unknown>;
    assert.deepEqual(
      [params['referenceAnswer'], params['model'], params['workspace'], params['question']],
      ['3', 'replay:a.json', '/home/ada/copy', 'How many rows?'],
    );
    assert.deepEqual(recent.all(), []);
  });

  it('runs nothing in Restricted Mode, and offers to change that', async () => {
    const { editor, run, runtime } = open(['Manage Workspace Trust']);
    editor.isTrusted = false;
    assert.equal(await run(asked), undefined);
    await settled();
    assert.match(editor.shown[0]?.text ?? '', /needs a trusted one/);
    assert.deepEqual(editor.called, [{ id: 'workbench.trust.manage', args: [] }]);
    assert.deepEqual(runtime.asked, []);
  });

  it('says what to do where no folder is open', async () => {
    const { editor, run } = open(['Open Sample Workspace']);
    editor.folders = [];
    assert.equal(await run(asked), undefined);
    await settled();
    assert.match(editor.shown[0]?.text ?? '', /^Open a folder first/);
    assert.deepEqual(
      editor.called.map(({ id }) => id),
      [commands.openSampleWorkspace],
    );
  });

  it('tells in a sentence why it cannot run, with the log at hand', async () => {
    const { editor, run, opened } = open(['Show Log']);
    assert.equal(await run({ ...asked, files: ['/none.csv'] }), undefined);
    await settled();
    assert.equal(editor.shown[0]?.text, 'There is no file /none.csv. Choose another.');
    assert.deepEqual(editor.called, [{ id: commands.showLog, args: [] }]);
    assert.deepEqual(opened, []);
  });

  it('refuses files that are on no disk', async () => {
    const { editor, run } = open([undefined]);
    const virtual = new FakeUri('vscode-vfs', '/repo/a.csv');
    assert.equal(await run(virtual, [virtual]), undefined);
    await settled();
    assert.match(editor.shown[0]?.text ?? '', /virtual file system\. Copy it/);
  });

  it('refuses what is no question', async () => {
    const { editor, run } = open([undefined]);
    assert.equal(await run({ question: 7 }), undefined);
    await settled();
    assert.match(editor.shown[0]?.text ?? '', /cannot be run: question/);
  });
});

describe('openTrajectory', () => {
  const recent = {
    file: '/home/ada/boats/a.jsonl',
    id: 'a',
    taskId: 't',
    question: 'How many boats?',
    startedAt: '2026-05-04T09:30:00.000Z',
    stopReason: 'final-answer',
    interrupted: false,
    finalAnswer: '42',
    steps: 3,
    reward: null,
  };

  async function run(argument: unknown, answers: Answer[], trajectories = [recent]) {
    const editor = new ScriptedEditor(answers);
    const runtime = new RuntimeAnswers({ 'list-recent': () => Promise.resolve({ trajectories }) });
    const { opened, panels } = keptPanels();
    const loaded = await editor.load<{ openTrajectory: typeof OpenTrajectory }>(
      'commands/openTrajectory.ts',
    );
    await loaded.openTrajectory({ panels, runtime, log: new KeptLog() }, argument);
    return { opened, called: editor.called, shown: editor.shown };
  }

  it('opens the trajectory that it is given', async () => {
    const { opened } = await run({ file: '/w/a.jsonl', trajectoryId: 'a', step: 2 }, []);
    assert.deepEqual(opened, [
      { file: '/w/a.jsonl', route: { page: 'trajectory', id: 'a', step: 2 } },
    ]);
  });

  it('opens a file in the editor for trajectories', async () => {
    const { called } = await run({ file: '/w/a.jsonl' }, []);
    assert.equal(called[0]?.id, 'vscode.openWith');
    assert.equal(called[0].args[1], viewTypes.trajectories);
  });

  it('offers those that ran lately, and any file', async () => {
    const { opened, shown } = await run(undefined, ['How many boats?']);
    assert.deepEqual(shown[0]?.choices, ['How many boats?', 'Choose a file...']);
    assert.equal(opened[0]?.file, recent.file);
    const chosen = await run(undefined, ['Choose a file...', '/w/b.jsonl']);
    assert.equal(chosen.called[0]?.id, 'vscode.openWith');
  });

  it('asks for a file at once where nothing ran', async () => {
    const { shown, called } = await run(undefined, [undefined], []);
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ['open dialog'],
    );
    assert.deepEqual(called, []);
  });

  it('says that it is no trajectory', async () => {
    await assert.rejects(
      run({ file: '/w/a.jsonl', trajectoryId: '../b' }, []),
      /no trajectory that/,
    );
  });
});

describe('commands on what runs and what is shown', () => {
  const origin = { id: 'a', file: '/w/a.jsonl', workspace: '/w', question: 'How many?' };

  function open(answers: Answer[], rollouts: readonly (typeof origin)[]) {
    const editor = new ScriptedEditor(answers);
    const runtime = new RuntimeAnswers({
      'stop-rollout': () => Promise.resolve({ stopped: true }),
    });
    const live = new LiveRollouts(runtime, () => undefined);
    for (const one of rollouts) live.begin(one);
    const load = () =>
      editor.load<{ showRunningAgent: typeof ShowRunningAgent; stopAgent: typeof StopAgent }>(
        'commands/runningAgents.ts',
      );
    return { editor, runtime, live, load };
  }

  it('stops the only one, or the one that is chosen', async () => {
    const one = open([], [origin]);
    await (await one.load()).stopAgent(one.live, one.runtime);
    assert.deepEqual(one.runtime.asked[0]?.params, { trajectoryId: 'a' });
    const two = open(['Which?'], [origin, { ...origin, id: 'b', question: 'Which?' }]);
    await (await two.load()).stopAgent(two.live, two.runtime);
    assert.deepEqual(two.runtime.asked[0]?.params, { trajectoryId: 'b' });
  });

  it('shows it', async () => {
    const { load, live } = open([], [origin]);
    const { opened, panels } = keptPanels();
    await (await load()).showRunningAgent(live, panels);
    assert.equal(opened[0]?.title, 'How many?');
  });

  it('says that none runs', async () => {
    const { load, live, runtime, editor } = open([], []);
    await (await load()).stopAgent(live, runtime);
    assert.equal(editor.shown[0]?.text, 'No agent is running.');
  });

  it('copies the link to what it is given, or to what is in front', async () => {
    const editor = new ScriptedEditor();
    const { copyLink } = await editor.load<{ copyLink: typeof CopyLink }>('commands/copyLink.ts');
    const actions = keptActions();
    const { panels } = keptPanels({ file: '/w/front.jsonl', id: 'front' });
    await copyLink(actions, panels, { file: '/w/a.jsonl', trajectoryId: 'a', step: 2 });
    await copyLink(actions, panels, undefined);
    await copyLink(actions, keptPanels().panels, undefined);
    assert.deepEqual(actions.done, [
      ['copyLink', { file: '/w/a.jsonl', id: 'a', step: 2 }],
      ['copyLink', { file: '/w/front.jsonl', id: 'front', step: null }],
    ]);
    assert.match(editor.shown[0]?.text ?? '', /Open a trajectory first/);
  });
});
