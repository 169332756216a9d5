import assert from 'node:assert/strict';
import { LiveRollouts } from '../../../../extension/live/liveRollouts.ts';
import { blindHandlers, verdictsHidden } from '../../../../extension/panels/blindPanel.ts';
import { editorHandlers } from '../../../../extension/panels/editorHandlers.ts';
import { OpenFile } from '../../../../extension/panels/openFile.ts';
import { readingHandlers } from '../../../../extension/panels/readingHandlers.ts';
import { runningHandlers } from '../../../../extension/panels/runningHandlers.ts';
import { ViewerHost } from '../../../../extension/panels/viewerHost.ts';
import { AgentStarter } from '../../../../extension/running/agentStarter.ts';
import { PanelStart, PanelState } from '../../../../runtime/contract/panel.ts';
import { ListQuery, TrajectoryHead } from '../../../../runtime/contract/viewing.ts';
import { keptActions } from '../../../fakes/editorActions.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from '../../../fakes/records.ts';
import { rolloutEnded, rolloutStarted } from '../../../fakes/runEvents.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { FakePage } from '../../../fakes/viewerPage.ts';

const file = '/w/.tool-r1/trajectories/one.trajectories.jsonl';
const id = 'trajectory-1';
/** Stands for everything that a judge said or that was rewarded; no message to a blind page may hold it. */
const secret = 'SAID-BY-A-JUDGE';

const verdict = {
  outcome: 'scored',
  judge: { name: secret, version: '1' },
  level: 'Partially Correct',
  score: 0.5,
  reason: secret,
} as const;
const reward = {
  recipe: 'tool-r1',
  total: 0.77,
  parts: [{ name: 'answer', score: 0.5, weight: 1, reason: secret }],
};

function head(): TrajectoryHead {
  return TrajectoryHead.parse({
    started: {
      ...makeStarted({
        trajectoryId: id,
        task: makeTask({ question: 'How many rows?', metadata: { graded: secret } }),
      }),
      grade: secret,
    },
    ended: { ...makeEnded({ trajectoryId: id, finalAnswer: '3 rows' }), score: secret },
    verdicts: [verdict],
    reward,
    rows: [],
    position: 7,
    previousId: 'trajectory-0',
    nextId: 'trajectory-2',
    branches: [],
    problems: ['Line 4 cannot be read.'],
  });
}

function open() {
  const index = {
    ...{ handle: 'h1', indexedBytes: 10, totalBytes: 10, trajectories: 9, lines: 20 },
    ...{ brokenLines: 0, complete: true, problem: null },
  };
  const runtime = new RuntimeAnswers({
    'open-trajectories': () => Promise.resolve({ handle: 'h1', state: index }),
    'close-trajectories': () => Promise.resolve({}),
    'read-trajectory': () => Promise.resolve(head()),
    'read-steps': () =>
      Promise.resolve({ steps: [{ step: { ...makeStep(), grade: secret }, clipped: [] }] }),
  });
  const log = new KeptLog();
  const live = new LiveRollouts(runtime, (error) => log.error(String(error)));
  const page = new FakePage();
  const openFile = new OpenFile(file, runtime, log);
  const settings = () => ({ model: 'embedded', recipe: 'tool-r1', maxSteps: null });
  const makeReady = () => Promise.resolve();
  const starter = new AgentStarter({ runtime, live, settings, makeReady });
  const permission = () => ({ canRun: false, reason: verdictsHidden }) as const;
  const actions = keptActions();
  const host = new ViewerHost({
    page: page.port,
    file: openFile,
    live,
    handlers: blindHandlers({
      ...readingHandlers({ runtime, file: openFile, permission }),
      ...runningHandlers({ runtime, starter, file, permission }),
      ...editorHandlers({ runtime, file: openFile, actions }),
    }),
    permission,
    state: {
      ...{ version: 1, file, workspace: '/w', blind: true },
      route: { page: 'trajectory', id, step: null },
    },
    fileName: () => Promise.resolve('one.trajectories.jsonl'),
    log,
  });
  const told = () => JSON.stringify(page.posted);
  return { runtime, live, page, host, told, actions };
}

describe('a panel with verdicts hidden', () => {
  it('tells the page the trajectory without verdicts, rewards and what other programs wrote', async () => {
    const { page, told } = open();
    await page.result('ready');
    const read = TrajectoryHead.parse(await page.result('read-trajectory', { id }));
    assert.equal(read.started.task.question, 'How many rows?');
    assert.equal(read.ended?.finalAnswer, '3 rows');
    assert.deepEqual(
      [read.position, read.verdicts, read.reward, read.previousId, read.nextId, read.problems],
      [7, [], null, null, null, ['Line 4 cannot be read.']],
    );
    const steps = await page.result('read-steps', { id, from: 1, to: 1 });
    assert.deepEqual(steps, { steps: [{ step: makeStep(), clipped: [] }] });
    assert.doesNotMatch(told(), new RegExp(secret));
  });

  it('refuses lists, groups, lines and exports, which would tell', async () => {
    const { page, runtime, actions } = open();
    await page.result('ready');
    const query = ListQuery.parse({ verdict: 'Correct' });
    for (const [name, params] of [
      ['list-trajectories', { query, offset: 0, limit: 10 }],
      ['find-row', { query, id }],
      ['read-group', { taskId: 'task-1' }],
      ['open-line', { line: 3 }],
      ['export', { ids: [id], format: 'jsonl' }],
      ['ask-follow-up', { id, question: 'Sure?' }],
      ['retry-step', { id, step: 1, code: 'x = 1' }],
      ['read-table', { id, step: 1, name: 'rows', offset: 0, limit: 10 }],
    ] as const) {
      await assert.rejects(page.result(name, params), { message: verdictsHidden }, name);
    }
    assert.deepEqual(
      runtime.asked.map(({ name }) => name),
      ['open-trajectories'],
    );
    assert.deepEqual(actions.done, []);
  });

  it('keeps opening files and texts', async () => {
    const { page, actions } = open();
    await page.result('ready');
    await page.result('open-file', { path: '/w/refunds.xlsx' });
    await page.result('open-as-text', { id, step: 1 });
    assert.deepEqual(
      actions.done.map(([name]) => name),
      ['openFile', 'openText'],
    );
    assert.doesNotMatch(JSON.stringify(actions.done), new RegExp(secret));
  });

  it('leaves verdicts and rewards out of a rollout that is under way', async () => {
    const { page, live, runtime, told } = open();
    live.begin({ id, file, workspace: '/w', question: 'How many rows?' });
    const event = { version: 1, trajectoryId: id, at: '2026-03-01T10:00:00.000Z' } as const;
    const tellThem = () => {
      runtime.tell('run-event', { ...event, type: 'verdict-given', verdict });
      runtime.tell('run-event', { ...event, type: 'reward-assigned', reward });
    };
    runtime.tell('run-event', rolloutStarted());
    tellThem();
    const start = PanelStart.parse(await page.result('ready'));
    assert.deepEqual(
      start.liveEvents.map(({ type }) => type),
      ['rollout-started'],
    );
    assert.equal(start.cannotRunReason, verdictsHidden);
    tellThem();
    runtime.tell('run-event', { ...rolloutEnded(), reward });
    await new Promise((resolve) => setTimeout(resolve, 60));
    const events = page.posted.flatMap((one) => (one.kind === 'run-events' ? one.events : []));
    assert.deepEqual(
      events.map((one) => [one.type, one.type === 'rollout-ended' ? one.reward : undefined]),
      [['rollout-ended', null]],
    );
    assert.doesNotMatch(told(), new RegExp(secret));
  });

  it('is blind again after a reload', () => {
    const { page } = open();
    const state = { version: 1, file, workspace: null, route: { page: 'trajectory', id, step: 2 } };
    assert.equal(PanelState.parse({ ...state, blind: true }).blind, true);
    assert.equal(PanelState.parse(state).blind, undefined);
    assert.deepEqual(page.posted, []);
  });
});
