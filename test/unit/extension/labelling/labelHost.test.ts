import assert from 'node:assert/strict';
import type { LabelActions } from '../../../../extension/labelling/labelHandlers.ts';
import { LabelHost } from '../../../../extension/labelling/labelHost.ts';
import { defaultKeys } from '../../../../extension/labelling/labelKeys.ts';
import { OpenQueue } from '../../../../extension/labelling/openQueue.ts';
import { Problem } from '../../../../extension/support/problem.ts';
import type { LabellingState } from '../../../../runtime/contract/labelling.ts';
import {
  LabelPanelStart,
  type LabelPanelState,
  type LabelRoute,
} from '../../../../runtime/contract/labelPanel.ts';
import { labellingState } from '../../../fakes/labellingState.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { FakeLabelPage } from '../../../fakes/viewerPage.ts';

const itemHash = 'a'.repeat(64);
const files = ['/w/.tool-r1/trajectories/one.trajectories.jsonl'];
const state: LabelPanelState = {
  ...{ version: 1, workspace: '/w', files },
  route: { page: 'label', position: null },
};
const keys = defaultKeys({
  contributes: { keybindings: [{ command: 'toolR1.labelWrong', key: '1' }] },
});

type Answers = ConstructorParameters<typeof RuntimeAnswers>[0];

function open(answers: Answers = {}, rater: () => Promise<string> = () => Promise.resolve('Ada')) {
  let opened = 0;
  const runtime = new RuntimeAnswers({
    'open-labelling': () =>
      Promise.resolve(labellingState({ handle: `queue-${(opened += 1).toString()}` })),
    'close-labelling': () => Promise.resolve({}),
    ...answers,
  });
  const log = new KeptLog();
  const page = new FakeLabelPage();
  const done: unknown[] = [];
  const actions: LabelActions = {
    openTrajectory: (place, workspace) => done.push(['openTrajectory', place, workspace]),
    openFile: (file) => Promise.resolve(void done.push(['openFile', file])),
    changeKeys: () => Promise.resolve(void done.push(['changeKeys'])),
    showLog: () => done.push(['showLog']),
  };
  const typing: boolean[] = [];
  const routes: LabelRoute[] = [];
  const queue = new OpenQueue({ runtime, population: state, rater, log });
  const host = new LabelHost({
    ...{ page: page.port, state, queue, runtime, actions, keys, log },
    rater,
    onTyping: (isTyping) => typing.push(isTyping),
    onRoute: (route) => routes.push(route),
  });
  return { runtime, log, page, done, typing, routes, queue, host };
}

async function startOf(page: FakeLabelPage): Promise<LabelPanelStart> {
  return LabelPanelStart.parse(await page.result('ready'));
}

/** The requests of one name, as they were asked. */
function askedOf(runtime: RuntimeAnswers, name: string): unknown[] {
  return runtime.asked.filter((one) => one.name === name).map(({ params }) => params);
}

describe('labelHost', () => {
  it('tells a page that is ready its queue and its keys', async () => {
    const { page, runtime } = open();
    const start = await startOf(page);
    assert.deepEqual(start.state, state);
    assert.deepEqual([start.labelling?.handle, start.emptyReason], ['queue-1', null]);
    assert.deepEqual([start.keys['wrong'], start.keys['skip']], ['1', null]);
    assert.deepEqual(askedOf(runtime, 'open-labelling'), [
      { workspace: '/w', files, rater: 'Ada' },
    ]);
  });

  it('says why there is nothing to label, and looks again when the page comes back', async () => {
    let total = 0;
    const { page, runtime } = open({
      'open-labelling': () =>
        Promise.resolve(
          labellingState({ total, next: null, problems: ['one.jsonl line 4: cut.'] }),
        ),
    });
    const empty = await startOf(page);
    assert.equal(empty.labelling, null);
    assert.match(empty.emptyReason ?? '', /reference answer.*\none\.jsonl line 4: cut\.$/s);
    assert.deepEqual(askedOf(runtime, 'close-labelling'), [{ handle: 'queue-1' }]);
    total = 5;
    assert.equal((await startOf(page)).labelling?.total, 5);
  });

  it('says what keeps the queue from being opened', async () => {
    const unreadable = open({
      'open-labelling': () => Promise.reject(new Problem('The folder cannot be read.')),
    });
    assert.equal((await startOf(unreadable.page)).emptyReason, 'The folder cannot be read.');
    const nobody = open({}, () => Promise.reject(new Problem('It is not known who labels.')));
    assert.equal((await startOf(nobody.page)).emptyReason, 'It is not known who labels.');
    assert.deepEqual(askedOf(nobody.runtime, 'open-labelling'), []);
  });

  it('hands decisions to the runtime with the handle of its queue', async () => {
    const given: unknown[] = [];
    const keep = (answer: unknown) => (params: unknown) => {
      given.push(params);
      return Promise.resolve(answer as never);
    };
    const { page } = open({
      'commit-label': keep({ item: 'i', state: 's' }),
      'revise-label': keep({}),
      'undo-label': keep({ item: null }),
      'mark-item': keep({}),
      'read-label-items': keep({ items: [] }),
      'list-conflicts': keep({ conflicts: [] }),
      'decide-conflict': keep({}),
    });
    await page.result('ready');
    const commit = { itemHash, level: 'Wrong', milliseconds: 900 };
    assert.deepEqual(await page.result('commit-label', commit), { item: 'i', state: 's' });
    await page.result('revise-label', { itemHash, level: 'Correct' });
    assert.deepEqual(await page.result('undo-label'), { item: null });
    await page.result('mark-item', { itemHash, flagged: true });
    assert.deepEqual(await page.result('read-label-items', { from: 1, to: 5 }), { items: [] });
    assert.deepEqual(await page.result('list-conflicts'), { conflicts: [] });
    await page.result('decide-conflict', { itemHash, outcome: 'rubric-ambiguous', note: 'Both.' });
    const handle = 'queue-1';
    assert.deepEqual(given, [
      { ...commit, criteria: null, note: '', handle },
      { itemHash, level: 'Correct', handle },
      { handle },
      { itemHash, flagged: true, handle },
      { from: 1, to: 5, handle },
      { handle },
      { itemHash, outcome: 'rubric-ambiguous', note: 'Both.', handle },
    ]);
  });

  it('cannot be asked for another queue or another workspace', async () => {
    const { page, runtime } = open({
      'undo-label': () => Promise.resolve({ item: null, state: labellingState() }),
      'score-again': () =>
        Promise.resolve({ trajectories: 9, changed: 2, meanBefore: 1, meanAfter: 0.9 }),
    });
    await page.result('ready');
    await page.result('undo-label', { handle: 'queue-of-another' });
    await page.result('score-again', { workspace: '/elsewhere', files: [] });
    assert.deepEqual(askedOf(runtime, 'undo-label'), [{ handle: 'queue-1' }]);
    assert.deepEqual(askedOf(runtime, 'score-again'), [{ workspace: '/w', files }]);
  });

  it('asks for figures of its own trajectories', async () => {
    const { page, runtime } = open({
      'read-agreement': () => Promise.reject(new Problem('Not enough memory.')),
      'list-agreement-items': () => Promise.resolve({ judge: 'rule', items: [], hidden: 2 }),
    });
    await assert.rejects(page.result('read-agreement'), { message: 'Not enough memory.' });
    const cell = { judge: 'rule@1', judged: 'Wrong', people: 'Correct' };
    assert.deepEqual(await page.result('list-agreement-items', cell), {
      ...{ judge: 'rule', items: [], hidden: 2 },
    });
    assert.deepEqual(askedOf(runtime, 'list-agreement-items'), [
      { workspace: '/w', files, ...cell, rater: 'Ada' },
    ]);
  });

  it('has the editor open trajectories, files and the rubric', async () => {
    const { page, done } = open({
      'ensure-rubric-file': ({ workspace }) =>
        Promise.resolve({ file: `${workspace}/.tool-r1/rubric.json` }),
    });
    await page.result('ready');
    const place = { file: files[0], id: 'trajectory-1', blind: true };
    await page.result('open-trajectory', place);
    await page.result('open-file', { path: '/w/refunds.xlsx' });
    await page.result('open-rubric');
    await page.result('change-keys');
    await page.result('show-log');
    await assert.rejects(page.result('open-file', { path: 'refunds.xlsx' }), /not a whole path/);
    assert.deepEqual(done, [
      ['openTrajectory', place, '/w'],
      ['openFile', '/w/refunds.xlsx'],
      ['openFile', '/w/.tool-r1/rubric.json'],
      ['changeKeys'],
      ['showLog'],
    ]);
  });

  it('tells keys and changes by others to a page that is there, and to no other', async () => {
    const { page, host, runtime } = open();
    host.act('wrong');
    await page.result('ready');
    host.act('skip');
    runtime.tell('labels-changed', labellingState({ labelled: 42 }));
    runtime.tell('labels-changed', labellingState({ handle: 'queue-of-another' }));
    host.pageLeft();
    host.act('undo');
    runtime.tell('labels-changed', labellingState({ labelled: 43 }));
    const told = page.posted.slice(1).map((one) => {
      if (one.kind === 'action') return one.action;
      return one.kind === 'labels-changed' ? one.state.labelled : one.kind;
    });
    assert.deepEqual(told, ['skip', 42]);
    const again = await startOf(page);
    assert.equal(again.labelling?.labelled, 43);
  });

  it('says when a person types, and that they do not once the page is gone', async () => {
    const { page, host, typing } = open();
    await page.result('ready');
    await page.result('set-typing', { typing: true });
    host.pageLeft();
    assert.deepEqual(typing, [true, false]);
  });

  it('comes back to where the page was, and goes where it is sent', async () => {
    const { page, host, routes } = open();
    const conflicts: LabelRoute = { page: 'conflicts', position: null };
    host.go(conflicts);
    await page.result('ready');
    assert.deepEqual(page.posted.at(-1), { kind: 'go', route: conflicts });
    const route: LabelRoute = { page: 'label', position: 17 };
    await page.result('set-route', { route });
    assert.deepEqual([routes, host.route], [[route], route]);
    host.pageLeft();
    assert.deepEqual((await startOf(page)).state.route, route);
  });

  it('opens its queue again when the runtime was started again, or for another person', async () => {
    let rater = 'Ada';
    const { page, runtime, queue } = open({}, () => Promise.resolve(rater));
    await page.result('ready');
    runtime.crash();
    await new Promise(setImmediate);
    const changed = page.posted.flatMap((one): LabellingState[] =>
      one.kind === 'labels-changed' ? [one.state] : [],
    );
    assert.deepEqual(
      changed.map(({ handle }) => handle),
      ['queue-2'],
    );
    rater = 'Ben';
    queue.forget();
    assert.equal((await startOf(page)).labelling?.handle, 'queue-3');
    assert.deepEqual(askedOf(runtime, 'open-labelling').at(-1), {
      ...{ workspace: '/w', files, rater: 'Ben' },
    });
    assert.deepEqual(askedOf(runtime, 'close-labelling'), [{ handle: 'queue-2' }]);
  });

  it('refuses what is not in the contract, keeps errors of the page, and closes what it opened', async () => {
    const { page, host, runtime, log } = open();
    await page.result('ready');
    page.send({ kind: 'delete-labels' });
    page.send({ kind: 'page-error', message: 'x is undefined', stack: 'at y' });
    await assert.rejects(page.result('commit-label', { itemHash, level: 'Great' }), /not there/);
    assert.equal(log.lines.filter((line) => /A page (sent|failed|asked)/.test(line)).length, 3);
    host.dispose();
    assert.deepEqual(askedOf(runtime, 'close-labelling'), [{ handle: 'queue-1' }]);
    assert.equal(runtime.listening, 0);
  });
});
