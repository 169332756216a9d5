import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { LiveRollouts } from '../../../../extension/live/liveRollouts.ts';
import { editorHandlers } from '../../../../extension/panels/editorHandlers.ts';
import { OpenFile } from '../../../../extension/panels/openFile.ts';
import { readingHandlers } from '../../../../extension/panels/readingHandlers.ts';
import { runningHandlers } from '../../../../extension/panels/runningHandlers.ts';
import { type RunPermission, runPermission } from '../../../../extension/panels/runPermission.ts';
import { ViewerHost } from '../../../../extension/panels/viewerHost.ts';
import { AgentStarter } from '../../../../extension/running/agentStarter.ts';
import { Problem } from '../../../../extension/support/problem.ts';
import { PanelStart, type Route } from '../../../../runtime/contract/panel.ts';
import {
  ListQuery,
  type IndexState,
  type TrajectoryHead,
} from '../../../../runtime/contract/viewing.ts';
import { keptActions } from '../../../fakes/editorActions.ts';
import { makeStarted, makeStep } from '../../../fakes/records.ts';
import { rolloutEnded, rolloutStarted, sampled, stepStarted } from '../../../fakes/runEvents.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { FakePage } from '../../../fakes/viewerPage.ts';

const file = '/w/.tool-r1/trajectories/one.trajectories.jsonl';
const route: Route = { page: 'trajectory', id: 'trajectory-1', step: null };
const origin = { id: 'trajectory-1', file, workspace: '/w', question: 'How many?' };
const allowed: RunPermission = { canRun: true, workspace: '/w' };

function index(over: Partial<IndexState> = {}): IndexState {
  return {
    handle: 'h1',
    indexedBytes: 10,
    totalBytes: 10,
    trajectories: 1,
    lines: 2,
    brokenLines: 0,
    complete: true,
    problem: null,
    ...over,
  };
}

/** A trajectory without steps, at its place in the file. */
function head(id: string, position: number): TrajectoryHead {
  return {
    started: makeStarted({ trajectoryId: id }),
    ended: null,
    verdicts: [],
    reward: null,
    rows: [],
    position,
    previousId: null,
    nextId: null,
    branches: [],
    problems: [],
  };
}

type Answers = ConstructorParameters<typeof RuntimeAnswers>[0];

function open(answers: Answers = {}, given: { permission?: RunPermission; saveTo?: string } = {}) {
  const runtime = new RuntimeAnswers({
    'open-trajectories': () => Promise.resolve({ handle: 'h1', state: index() }),
    'close-trajectories': () => Promise.resolve({}),
    ...answers,
  });
  const log = new KeptLog();
  const live = new LiveRollouts(runtime, (error) => log.error(String(error)));
  const page = new FakePage();
  const actions = keptActions(given.saveTo ?? null);
  const openFile = new OpenFile(file, runtime, log);
  const settings = () => ({ model: 'embedded', recipe: 'tool-r1', maxSteps: 7 });
  const makeReady = () => Promise.resolve();
  const starter = new AgentStarter({ runtime, live, settings, makeReady });
  const permission = () => given.permission ?? allowed;
  const host = new ViewerHost({
    page: page.port,
    file: openFile,
    live,
    handlers: {
      ...readingHandlers({ runtime, file: openFile, permission }),
      ...runningHandlers({ runtime, starter, file, permission }),
      ...editorHandlers({ runtime, file: openFile, actions }),
    },
    permission,
    state: { version: 1, file, route, workspace: '/w' },
    fileName: () => Promise.resolve('one.trajectories.jsonl, 10 bytes'),
    log,
  });
  return { runtime, log, live, page, actions, host };
}

async function startOf(page: FakePage): Promise<PanelStart> {
  return PanelStart.parse(await page.result('ready'));
}

describe('viewerHost', () => {
  it('tells a page that is ready where to begin', async () => {
    const { page } = open();
    assert.deepEqual(await startOf(page), {
      state: { version: 1, file, route, workspace: '/w' },
      fileName: 'one.trajectories.jsonl, 10 bytes',
      index: index(),
      liveEvents: [],
      canRun: true,
      cannotRunReason: null,
    });
  });

  it('opens the file while the page loads, and once', async () => {
    const { page, runtime } = open();
    const asked = () => runtime.asked.map(({ name }) => name);
    assert.deepEqual(asked(), ['open-trajectories']);
    await startOf(page);
    assert.deepEqual(asked(), ['open-trajectories']);
  });

  it('opens the file again for a page that is ready when it could not be opened before', async () => {
    let calls = 0;
    const { page } = open({
      'open-trajectories': () => {
        calls += 1;
        if (calls === 1) return Promise.reject(new Problem('There is no such file.'));
        return Promise.resolve({ handle: 'h1', state: index() });
      },
    });
    await delay(1);
    assert.deepEqual((await startOf(page)).index, index());
  });

  it('starts a page on a rollout whose file is not there yet', async () => {
    const missing = () => Promise.reject(new Problem('There is no such file.'));
    const { page, live, runtime } = open({ 'open-trajectories': missing });
    live.begin(origin);
    runtime.tell('run-event', rolloutStarted());
    const start = await startOf(page);
    assert.equal(start.index, null);
    assert.deepEqual(start.liveEvents, [rolloutStarted()]);
    await assert.rejects(page.result('read-trajectory', { id: 'trajectory-1' }), /no such file/);
  });

  it('sends events together, once a frame, those before the page was ready not twice', async () => {
    const { page, live, runtime } = open();
    live.begin(origin);
    runtime.tell('run-event', rolloutStarted());
    const start = await startOf(page);
    assert.equal(start.liveEvents.length, 1);
    runtime.tell('run-event', stepStarted(1));
    for (const text of ['a', 'b', 'c']) runtime.tell('run-event', sampled(text));
    await delay(60);
    const sent = page.posted.filter(({ kind }) => kind === 'run-events');
    assert.deepEqual(sent, [{ kind: 'run-events', events: [stepStarted(1), sampled('abc')] }]);
  });

  it('sends nothing of another file, and nothing to a page that is away', async () => {
    const { page, live, runtime, host } = open();
    await startOf(page);
    live.begin({ ...origin, id: 'other', file: '/w/other.jsonl' });
    runtime.tell('run-event', stepStarted(1, 'other'));
    await delay(40);
    host.pageLeft();
    live.begin(origin);
    runtime.tell('run-event', rolloutStarted());
    await delay(40);
    assert.deepEqual(page.kinds(), ['reply']);
    assert.deepEqual((await startOf(page)).liveEvents, [rolloutStarted()]);
  });

  it('says in order that a rollout was interrupted', async () => {
    const { page, live, runtime } = open();
    await startOf(page);
    live.begin(origin);
    runtime.tell('run-event', rolloutStarted());
    runtime.tell('run-event', stepStarted(1));
    runtime.crash('The process ended by SIGKILL.');
    await delay(40);
    assert.deepEqual(page.kinds().slice(0, 3), ['reply', 'run-events', 'interrupted']);
    assert.deepEqual(page.posted[2], {
      kind: 'interrupted',
      id: 'trajectory-1',
      message: 'The process ended by SIGKILL.',
    });
  });

  it('says it again to a page that is loaded after that, when no file tells it', async () => {
    const { page, live, runtime } = open();
    live.begin(origin);
    runtime.crash();
    await startOf(page);
    assert.deepEqual(page.kinds(), ['reply', 'interrupted']);
  });

  it('opens the file again when the runtime was started again', async () => {
    let opened = 0;
    const { page, runtime } = open({
      'open-trajectories': () => {
        opened += 1;
        const handle = `h${opened}`;
        return Promise.resolve({ handle, state: index({ handle }) });
      },
      'read-group': ({ handle }) => Promise.reject(new Problem(`asked with ${handle}`)),
    });
    await startOf(page);
    runtime.crash();
    await delay(5);
    assert.deepEqual(page.posted.at(-1), {
      kind: 'index-changed',
      state: index({ handle: 'h2' }),
    });
    await assert.rejects(page.result('read-group', { taskId: 't' }), /asked with h2/);
  });

  it('tells how far the index is, of its own file only', async () => {
    const { page, runtime } = open();
    await startOf(page);
    runtime.tell('index-changed', index({ handle: 'of another panel', trajectories: 9 }));
    runtime.tell('index-changed', index({ trajectories: 5 }));
    assert.deepEqual(page.posted.slice(1), [
      { kind: 'index-changed', state: index({ trajectories: 5 }) },
    ]);
  });

  it('sends a page elsewhere, also one that is not loaded yet', async () => {
    const { page, host } = open();
    const list: Route = { page: 'list', query: ListQuery.parse({}), focusedId: null, top: 0 };
    host.go(list);
    assert.deepEqual(page.posted, []);
    await startOf(page);
    assert.deepEqual(page.posted.slice(1), [{ kind: 'go', route: list }]);
    host.go(route);
    assert.deepEqual(page.posted.slice(2), [{ kind: 'go', route }]);
    host.pageLeft();
    await startOf(page);
    assert.equal(page.kinds().filter((kind) => kind === 'go').length, 2);
  });

  it('refuses what is not in the contract and goes on', async () => {
    const { page, log } = open();
    page.send({ kind: 'request', id: 1, name: 'run-anything', params: {} });
    page.send('nonsense');
    assert.equal(log.lines.filter((line) => line.includes('sent something wrong')).length, 2);
    const answer = await page.ask('read-steps', { id: '../../etc', from: 1, to: 2 });
    assert.equal(answer.kind, 'problem');
    assert.match(log.lines.at(-1) ?? '', /asked read-steps wrongly: id/);
    assert.deepEqual((await startOf(page)).canRun, true);
  });

  it('writes the errors of a page to the log', () => {
    const { page, log } = open();
    page.send({ kind: 'page-error', message: 'undefined is no function', stack: 'at viewer.js:1' });
    assert.deepEqual(log.lines, ['error A page failed: undefined is no function\nat viewer.js:1']);
  });

  it('tells a person the sentence, and the log the stack of what nobody expected', async () => {
    const { page, log } = open({
      'read-group': () => Promise.reject(new Problem('No such task.')),
      'find-row': () => Promise.reject(new TypeError('undefined is no function')),
    });
    await assert.rejects(page.result('read-group', { taskId: 't' }), /^Error: No such task\.$/);
    assert.deepEqual(log.lines, []);
    const query = ListQuery.parse({});
    await assert.rejects(page.result('find-row', { query, id: 'a' }), /undefined is no function/);
    assert.match(log.lines.join('\n'), /find-row: TypeError[^]*viewerHost\.test/);
  });

  it('closes the file and gives up what was asked when the panel is closed', async () => {
    let cancelled = false;
    const { page, host, runtime, live } = open({
      'read-group': (_params, options) =>
        new Promise(() => options?.token?.onCancellationRequested(() => (cancelled = true))),
    });
    await startOf(page);
    void page.ask('read-group', { taskId: 't' });
    await delay(5);
    host.dispose();
    live.dispose();
    assert.equal(cancelled, true);
    assert.deepEqual(runtime.asked.at(-1), {
      name: 'close-trajectories',
      params: { handle: 'h1' },
    });
    assert.equal(runtime.listening, 0);
    page.send({ kind: 'request', id: 99, name: 'ready', params: {} });
    assert.equal(page.posted.length, 1);
  });

  it('remembers which trajectory was read last', async () => {
    const { page, host } = open({ 'read-trajectory': () => Promise.reject(new Problem('gone')) });
    assert.equal(host.shownId, 'trajectory-1');
    await page.ask('read-trajectory', { id: 'trajectory-2' });
    assert.equal(host.shownId, 'trajectory-2');
  });
});

describe('readingHandlers', () => {
  it('asks for no more rows than the runtime gives at once', async () => {
    const { page, runtime } = open({
      'list-trajectories': () => Promise.reject(new Problem('not here')),
    });
    await page.ask('list-trajectories', { query: ListQuery.parse({}), offset: 0, limit: 5000 });
    const asked = runtime.asked.find(({ name }) => name === 'list-trajectories');
    assert.equal((asked?.params as { limit: number }).limit, 500);
  });

  it('reads the whole of a text', async () => {
    const { page } = open({
      'read-text': ({ handle, offset }) =>
        Promise.resolve({ text: `${handle} from ${offset}`, characters: 9 }),
    });
    const text = await page.result('read-text', { id: 'a', step: 1, field: 'code' });
    assert.deepEqual(text, { text: 'h1 from 0', characters: 9 });
  });

  it('opens no table where nothing may run', async () => {
    const reason = 'This workspace is in Restricted Mode.';
    const { page, runtime } = open({}, { permission: { canRun: false, reason } });
    const table = { id: 'a', step: 1, name: 'rows', offset: 0, limit: 10 };
    await assert.rejects(page.result('read-table', table), /Restricted Mode/);
    assert.deepEqual(
      runtime.asked.map(({ name }) => name),
      ['open-trajectories'],
    );
  });
});

describe('runningHandlers', () => {
  const started = { trajectoryId: 'next', file };

  it('asks a follow-up with the chosen settings, and its events reach the page', async () => {
    const { page, runtime } = open({ 'ask-follow-up': () => Promise.resolve(started) });
    await startOf(page);
    const asked = { id: 'trajectory-1', question: 'And in 2024?' };
    assert.deepEqual(await page.result('ask-follow-up', asked), { id: 'next' });
    assert.deepEqual(runtime.asked.at(-1)?.params, {
      model: 'embedded',
      recipe: 'tool-r1',
      maxSteps: 7,
      workspace: '/w',
      from: { file, trajectoryId: 'trajectory-1' },
      question: 'And in 2024?',
    });
    runtime.tell('run-event', stepStarted(1, 'next'));
    await delay(40);
    assert.equal(page.posted.at(-1)?.kind, 'run-events');
  });

  it('goes back to a step with edited code', async () => {
    const { page, runtime } = open({ 'retry-step': () => Promise.resolve(started) });
    const edited = { id: 'trajectory-1', step: 2, code: 'print(2)' };
    assert.deepEqual(await page.result('retry-step', edited), { id: 'next' });
    assert.deepEqual(
      { ...(runtime.asked.at(-1)?.params as object) },
      {
        model: 'embedded',
        recipe: 'tool-r1',
        maxSteps: 7,
        workspace: '/w',
        from: { file, trajectoryId: 'trajectory-1' },
        step: 2,
        code: 'print(2)',
      },
    );
  });

  it('stops a rollout, also where nothing may be started', async () => {
    const { page } = open(
      { 'stop-rollout': ({ trajectoryId }) => Promise.resolve({ stopped: trajectoryId === 'a' }) },
      { permission: { canRun: false, reason: 'no' } },
    );
    assert.deepEqual(await page.result('stop-rollout', { id: 'a' }), { stopped: true });
  });

  it('starts nothing in Restricted Mode', async () => {
    const permission = runPermission({ isTrusted: false, workspace: '/w' });
    const { page, runtime } = open({}, { permission });
    const start = await startOf(page);
    assert.equal(start.canRun, false);
    assert.match(start.cannotRunReason ?? '', /Restricted Mode/);
    await assert.rejects(page.result('ask-follow-up', { id: 'a', question: 'b' }), /Restricted/);
    await assert.rejects(page.result('retry-step', { id: 'a', step: 1, code: 'b' }), /Restricted/);
    assert.deepEqual(
      runtime.asked.map(({ name }) => name),
      ['open-trajectories'],
    );
  });
});

describe('editorHandlers', () => {
  it('opens the code of two steps side by side, and says what is left out', async () => {
    const { page, actions } = open({
      'read-trajectory': ({ id }) => Promise.resolve(head(id, id === 'a' ? 3 : 12)),
      'read-text': ({ id, field }) =>
        Promise.resolve({ text: `${field} of ${id}`, characters: id === 'a' ? 9 : 5000 }),
    });
    await page.result('open-diff', {
      left: { id: 'a', step: 1 },
      right: { id: 'b', step: 2 },
      part: 'code',
    });
    assert.deepEqual(actions.done, [
      [
        'openDiff',
        { name: 'Trajectory 3, step 1.py', text: 'code of a' },
        { name: 'Trajectory 12, step 2.py', text: 'code of b\n… 4991 characters left out …\n' },
      ],
    ]);
  });

  it('opens a file, a line and the log', async () => {
    const { page, actions } = open();
    await page.result('open-file', { path: '/w/boats.csv' });
    await page.result('open-line', { line: 7 });
    await page.result('show-log');
    await page.result('copy', { text: 'x = 1' });
    await page.result('copy-link', { id: 'a', step: 3 });
    assert.deepEqual(actions.done, [
      ['openFile', '/w/boats.csv'],
      ['openLine', file, 7],
      ['showLog'],
      ['copy', 'x = 1'],
      ['copyLink', { file, id: 'a', step: 3 }],
    ]);
  });

  it('opens no file by half a path', async () => {
    const { page, actions } = open();
    await assert.rejects(page.result('open-file', { path: '../secret' }), /not a whole path/);
    assert.deepEqual(actions.done, []);
  });

  it('opens a step as text', async () => {
    const view = { step: makeStep({ index: 3 }), clipped: [] };
    const { page, actions } = open({ 'read-steps': () => Promise.resolve({ steps: [view] }) });
    await page.result('open-as-text', { id: 'a', step: 3 });
    const [name, text] = actions.done[0] ?? [];
    assert.equal(name, 'openText');
    assert.equal((text as { name: string }).name, 'a, step 3.txt');
  });

  it('says when the step is not there', async () => {
    const { page } = open({ 'read-steps': () => Promise.resolve({ steps: [] }) });
    await assert.rejects(page.result('open-as-text', { id: 'a', step: 3 }), /Step 3 is not/);
  });

  it('exports into the file that the person chose', async () => {
    const { page, actions, runtime } = open(
      { 'export-trajectories': ({ to }) => Promise.resolve({ file: to, trajectories: 1 }) },
      { saveTo: '/w/nowhere/a.md' },
    );
    const saved = await page.result('export', { ids: ['a'], format: 'markdown' });
    assert.deepEqual(saved, { saved: '/w/nowhere/a.md' });
    assert.deepEqual(runtime.asked.at(-1)?.params, {
      handle: 'h1',
      ids: ['a'],
      format: 'markdown',
      to: '/w/nowhere/a.md',
    });
    assert.deepEqual(actions.done, [
      ['askWhereToSave', 'a', 'markdown'],
      ['tellSaved', '/w/nowhere/a.md', 1],
    ]);
  });

  it('names the export of several after their file, and writes nothing when the person says no', async () => {
    const { page, actions } = open();
    const saved = await page.result('export', { ids: ['a', 'b'], format: 'jsonl' });
    assert.deepEqual(saved, { saved: null });
    assert.deepEqual(actions.done, [['askWhereToSave', 'one.trajectories', 'jsonl']]);
  });
});

describe('runPermission', () => {
  it('names the reason that a person can do something about', () => {
    assert.deepEqual(runPermission({ isTrusted: true, workspace: '/w' }), allowed);
    const outside = runPermission({ isTrusted: true, workspace: null });
    assert.match(outside.canRun ? '' : outside.reason, /Open its folder/);
    const both = runPermission({ isTrusted: false, workspace: null });
    assert.match(both.canRun ? '' : both.reason, /Trust the workspace/);
  });
});

describe('a rollout in a panel', () => {
  it('can be followed from its first event to its last', async () => {
    const { page, live, runtime } = open();
    live.begin(origin);
    const start = await startOf(page);
    for (const event of [rolloutStarted(), stepStarted(1), sampled('a'), rolloutEnded()]) {
      runtime.tell('run-event', event);
    }
    await delay(40);
    const later = page.posted.flatMap((message) =>
      message.kind === 'run-events' ? message.events : [],
    );
    assert.deepEqual(
      [...start.liveEvents, ...later].map(({ type }) => type),
      ['rollout-started', 'step-started', 'text-sampled', 'rollout-ended'],
    );
  });
});
