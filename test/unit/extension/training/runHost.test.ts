import assert from 'node:assert/strict';
import type { RunActions } from '../../../../extension/training/runHandlers.ts';
import { RunHost } from '../../../../extension/training/runHost.ts';
import {
  RunPageMessage,
  runPanelRequests,
  RunPanelStart,
  type RunPanelState,
  RunPanelState as PanelState,
} from '../../../../runtime/contract/runPanel.ts';
import type { RunPage } from '../../../../runtime/contract/training/runView.ts';
import type { IndexState, TrajectoryHead } from '../../../../runtime/contract/viewing.ts';
import { makeQueueInput, makeQueuePage } from '../../../fakes/queuePages.ts';
import { makeEnded, makeStarted } from '../../../fakes/records.ts';
import {
  makeMachine,
  makeNews,
  makeRunPage,
  offlineSince,
  runPlace,
} from '../../../fakes/runPages.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { until } from '../../../fakes/until.ts';
import { makeSampledReward } from '../../../fakes/sampledRewards.ts';
import { FakeRunPage } from '../../../fakes/viewerPage.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const at = new Date(now).toISOString();
const state: RunPanelState = PanelState.parse({
  version: 1,
  place: runPlace,
  route: { page: 'run' },
});
const machine = makeMachine(offlineSince(now));
const served = [
  { place: runPlace, step: 300, model: 'checkpoint:tool-r1-7b-files/300' },
  { place: { ...runPlace, folder: '/other' }, step: 100, model: 'checkpoint:other/100' },
];

function open(pages: RunPage[] = [makeRunPage({ now })]) {
  let opened = 0;
  const runtime = new RuntimeAnswers({
    'open-run': () => {
      const page = pages[Math.min(opened, pages.length - 1)];
      if (page === undefined) throw new Error('the machine is not known any more');
      return Promise.resolve({ handle: `run-${(opened += 1).toString()}`, page });
    },
    'close-run': () => Promise.resolve({}),
    'read-queue': ({ step }) =>
      Promise.resolve(makeQueuePage(makeQueueInput({ steps: 30 }), { step })),
    'find-step': ({ step }) => Promise.resolve({ file: step === 1 ? '/here/0.jsonl' : null }),
    'open-trajectories': ({ file }) => Promise.resolve({ handle: file, state: indexState(file) }),
    'read-trajectory': ({ handle, id }) => {
      if (id === 'gone') throw new Error(`${handle} has no ${id}.`);
      return Promise.resolve(makeHead());
    },
    'close-trajectories': () => Promise.resolve({}),
    'list-machines': () => Promise.resolve({ machines: [machine] }),
    'retry-machine': () => Promise.resolve({ machine }),
    'list-checkpoints': () => Promise.resolve({ checkpoints: [], keep: { last: 3, best: 1 } }),
    'list-served-checkpoints': () => Promise.resolve({ served }),
    'compare-checkpoints': () =>
      Promise.resolve({ tasks: 4, figures: [], won: [], lost: [], fromCopy: false }),
  });
  const log = new KeptLog();
  const page = new FakeRunPage();
  const done: unknown[] = [];
  const note = (...what: unknown[]) => Promise.resolve(void done.push(what));
  const actions: RunActions = {
    stop: (place) => note('stop', place),
    resume: (place, step) => note('resume', place, step),
    openLog: (place, name, line) => note('openLog', place, name, line),
    openStep: (place, step) => note('openStep', place, step),
    openSampled: (place, sampled) => note('openSampled', place, sampled),
    fetchStep: (place, step) => note('fetchStep', place, step).then(() => '/here/fetched.jsonl'),
    chooseRun: (shown) =>
      Promise.resolve(shown.length > 1 ? null : { ...runPlace, folder: '/other' }),
    copy: (text) => note('copy', text),
    showLog: () => {
      done.push(['showLog']);
    },
    checkpoints: {
      evaluate: (place, step) => note('evaluate', place, step).then(() => step === 300),
      serve: (place, step) => note('serve', place, step),
      stopServing: (place, step) => note('stopServing', place, step),
      download: (place, step) => note('download', place, step),
      pin: (place, step, pinned) => note('pin', place, step, pinned),
      clean: (place) => note('clean', place),
    },
  };
  const titles: string[] = [];
  const host = new RunHost({
    ...{ page: page.port, state, runtime, actions, log },
    schemas: { RunPanelState: PanelState, RunPageMessage, runPanelRequests },
    onRead: ({ listing }) => titles.push(listing.name),
  });
  const closed = () =>
    runtime.asked.filter(({ name }) => name === 'close-run').map(({ params }) => params);
  return { runtime, log, page, done, host, titles, closed };
}

/** Of a file that is read to its end. */
function indexState(handle: string): IndexState {
  return {
    ...{ handle, indexedBytes: 1, totalBytes: 1, trajectories: 1, lines: 1, brokenLines: 0 },
    ...{ complete: true, problem: null },
  };
}

function makeHead(): TrajectoryHead {
  const { finalAnswer, ...sampled } = makeSampledReward();
  return {
    ...sampled,
    ...{ started: makeStarted(), ended: makeEnded({ finalAnswer }), branches: [], problems: [] },
    ...{ position: 1, previousId: null, nextId: null },
  };
}

const news = (handle: string, of: RunPage) => ({ handle, ...makeNews(of, null, now), at });

describe('RunHost', () => {
  it('gives a page the run and its machine, and the tab its name', async () => {
    const { page, titles } = open();
    const start = RunPanelStart.parse(await page.result('ready'));
    assert.equal(start.page.listing.name, 'tool-r1-7b-files');
    assert.equal(start.machine?.connection.state, 'offline');
    assert.deepEqual(titles, ['tool-r1-7b-files']);
  });

  it('passes on the news of its own run while the page is shown', async () => {
    const run = makeRunPage({ now });
    const { runtime, page, host, closed } = open([run]);
    runtime.tell('run-changed', news('run-1', run));
    await page.result('ready');
    runtime.tell('run-changed', news('run-2', run));
    runtime.tell('run-changed', news('run-1', run));
    const facts = () => page.posted.filter(({ kind }) => kind === 'run-changed').length;
    assert.equal(facts(), 1);
    host.pageLeft();
    runtime.tell('run-changed', news('run-1', run));
    assert.equal(facts(), 1);
    assert.deepEqual(closed(), [{ handle: 'run-1' }]);
    await page.result('ready');
    runtime.tell('run-changed', news('run-2', run));
    assert.equal(facts(), 2);
  });

  it('reads a run that crashed again, once, for what it broke on', async () => {
    const [running, crashed] = [makeRunPage({ now }), makeRunPage({ now, state: 'crashed' })];
    const { runtime, page } = open([running, crashed]);
    await page.result('ready');
    runtime.tell('run-changed', news('run-1', crashed));
    await until(() => Promise.resolve(page.posted.some(({ kind }) => kind === 'run-read')));
    runtime.tell('run-changed', news('run-2', crashed));
    const read = page.posted.filter(({ kind }) => kind === 'run-read');
    assert.equal(read.length, 1);
    assert.ok(read[0]?.kind === 'run-read' && read[0].page.crash !== null);
  });

  it('reads the run again when the runtime was started anew, and only logs when it cannot', async () => {
    const { runtime, page } = open();
    await page.result('ready');
    runtime.crash();
    await until(() => Promise.resolve(page.posted.some(({ kind }) => kind === 'run-read')));
    const broken = open([]);
    assert.equal((await broken.page.ask('ready')).kind, 'problem');
    broken.runtime.crash();
    assert.deepEqual(
      broken.page.posted.filter(({ kind }) => kind === 'run-read'),
      [],
    );
  });

  it('tells of its own machine alone', async () => {
    const { runtime, page } = open();
    await page.result('ready');
    runtime.tell('machine-changed', { ...machine, name: 'other' });
    runtime.tell('machine-changed', machine);
    const told = page.posted.filter(({ kind }) => kind === 'machine-changed');
    assert.equal(told.length, 1);
  });

  it('answers what the page asks, by the editor or the runtime', async () => {
    const { page, done, runtime } = open();
    await page.result('stop-run');
    await page.result('resume-run', { step: 300 });
    await page.result('open-log', { log: null, line: 'CUDA out of memory' });
    await page.result('open-step', { step: 312 });
    await page.result('open-trajectory', { step: 286, trajectoryId: 'r-1' });
    await page.result('copy', { text: 'ssh: timed out' });
    await page.result('open-connection-log');
    await page.result('retry-machine');
    assert.deepEqual(done, [
      ['stop', runPlace],
      ['resume', runPlace, 300],
      ['openLog', runPlace, null, 'CUDA out of memory'],
      ['openStep', runPlace, 312],
      ['openSampled', runPlace, { step: 286, trajectoryId: 'r-1' }],
      ['copy', 'ssh: timed out'],
      ['showLog'],
    ]);
    assert.deepEqual(runtime.asked.at(-1), {
      name: 'retry-machine',
      params: { machine: 'a100-box' },
    });
  });

  it('reads how a reward came about where its train step is here, and fetches it only when asked to', async () => {
    const { page, done, runtime } = open();
    await page.result('ready');
    const read = (step: number, mayFetch: boolean, trajectoryId = 'r-1') =>
      page.result('read-sampled', { step, trajectoryId, mayFetch });
    assert.deepEqual(await read(1, false), { sampled: makeSampledReward() });
    assert.deepEqual(await read(2, false), { sampled: null });
    assert.deepEqual(done, []);
    assert.deepEqual(await read(2, true), { sampled: makeSampledReward() });
    assert.deepEqual(done, [['fetchStep', runPlace, 2]]);
    assert.deepEqual(
      runtime.asked.filter(({ name }) => name === 'open-trajectories').map(({ params }) => params),
      [{ file: '/here/0.jsonl' }, { file: '/here/fetched.jsonl' }],
    );
    const gone = { step: 1, trajectoryId: 'gone', mayFetch: false };
    const reply = await page.ask('read-sampled', gone);
    assert.ok(reply.kind === 'problem' && reply.message.includes('has no gone'));
    const files = (wanted: string) => runtime.asked.filter(({ name }) => name === wanted).length;
    assert.equal(files('close-trajectories'), files('open-trajectories'));
  });

  it('has checkpoints of its run read, compared and worked with', async () => {
    const { page, done, runtime } = open();
    const read = await page.result('read-checkpoints');
    assert.deepEqual(read, { checkpoints: [], keep: { last: 3, best: 1 }, served: [300] });
    await page.result('compare-checkpoints', { first: 100, second: 300 });
    assert.deepEqual(runtime.asked.at(-1), {
      name: 'compare-checkpoints',
      params: { place: runPlace, first: 100, second: 300 },
    });
    const evaluate = (step: number) => page.result('evaluate-checkpoint', { step });
    assert.deepEqual(await evaluate(300), { isDone: true });
    assert.deepEqual(await evaluate(200), { isDone: false });
    await page.result('serve-checkpoint', { step: 300 });
    await page.result('unserve-checkpoint', { step: 300 });
    await page.result('download-checkpoint', { step: 300 });
    await page.result('pin-checkpoint', { step: 300, pinned: true });
    await page.result('clean-checkpoints');
    assert.deepEqual(done, [
      ['evaluate', runPlace, 300],
      ['evaluate', runPlace, 200],
      ['serve', runPlace, 300],
      ['stopServing', runPlace, 300],
      ['download', runPlace, 300],
      ['pin', runPlace, 300, true],
      ['clean', runPlace],
    ]);
  });

  it('reads the queue of the run as it is open now, and says so while it is not', async () => {
    const { page, runtime, host } = open();
    const shown = { step: 27, filter: 'xlsx', show: 'all', sort: 'task', follow: 't-0001' };
    const query = { ...shown, offset: 0, limit: 100 };
    await page.result('ready');
    const read = (await page.result('read-queue', query)) as { step: number };
    assert.equal(read.step, 27);
    assert.deepEqual(runtime.asked.at(-1), {
      name: 'read-queue',
      params: { handle: 'run-1', ...query },
    });
    host.pageLeft();
    const reply = await page.ask('read-queue', query);
    assert.ok(reply.kind === 'problem' && reply.message.includes('being read again'));
  });

  it('reads a run to compare with and lets go of it', async () => {
    const { page, closed } = open();
    const chosen = (await page.result('choose-compared', { shown: [] })) as {
      run: { place: unknown };
    };
    assert.deepEqual(chosen.run.place, { machine: 'a100-box', folder: '/other' });
    assert.deepEqual(closed(), [{ handle: 'run-1' }]);
    const none = await page.result('choose-compared', { shown: [runPlace] });
    assert.deepEqual(none, { run: null });
  });

  it('goes to a route as soon as the page is there', async () => {
    const { page, host } = open();
    const { route } = state;
    host.tell({ kind: 'go', route });
    assert.equal(page.posted.length, 0);
    await page.result('ready');
    assert.deepEqual(page.posted.at(-1), { kind: 'go', route });
  });

  it('shows the explanation of a badge, also on a page that was hidden', async () => {
    const { page, host } = open();
    await page.result('ready');
    const wish = { kind: 'open-badge', badge: 'truncated' } as const;
    host.tell(wish);
    assert.deepEqual(page.posted.at(-1), wish);
    host.pageLeft();
    host.tell({ ...wish, badge: 'learning' });
    assert.deepEqual(page.posted.at(-1), wish, 'nobody is there to hear it');
    await page.result('ready');
    assert.deepEqual(page.posted.at(-1), { ...wish, badge: 'learning' });
  });

  it('tells a page that is shown of changed checkpoints', async () => {
    const { page, host } = open();
    const told = () => page.posted.filter(({ kind }) => kind === 'checkpoints-changed').length;
    host.checkpointsChanged();
    assert.equal(told(), 0);
    await page.result('ready');
    host.checkpointsChanged();
    assert.equal(told(), 1);
  });

  it('lets go of everything at its end', async () => {
    const { runtime, page, host, closed } = open();
    await page.result('ready');
    host.dispose();
    assert.equal(runtime.listening, 0);
    assert.deepEqual(closed(), [{ handle: 'run-1' }]);
  });
});
