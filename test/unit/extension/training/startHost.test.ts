import assert from 'node:assert/strict';
import { StartHost } from '../../../../extension/training/startHost.ts';
import {
  StartPageMessage,
  startPanelRequests,
  StartPanelState,
  StartView,
} from '../../../../runtime/contract/startPanel.ts';
import type {
  TrainingFix,
  TrainingWish,
} from '../../../../runtime/contract/training/trainingRequests.ts';
import { makeRunListing } from '../../../fakes/runPages.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { makeWholePlan, makeWish } from '../../../fakes/startViews.ts';
import { until } from '../../../fakes/until.ts';
import { FakeStartPage } from '../../../fakes/viewerPage.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const run = makeRunListing({ state: 'starting', steps: 0, now });

/** @param changed what the person answers when asked for a change */
function open(changed?: TrainingWish) {
  const runtime = new RuntimeAnswers({
    'plan-training': ({ steps }) =>
      Promise.resolve(makeWholePlan({ checks: [], totalSteps: steps ?? 1000 })),
    'start-training': () => Promise.resolve({ run }),
    'list-machines': () => Promise.resolve({ machines: [] }),
  });
  const page = new FakeStartPage();
  const log = new KeptLog();
  const done: unknown[] = [];
  const host = new StartHost({
    ...{ page: page.port, runtime, log, wish: makeWish(), newId: () => 'call' },
    schemas: { StartPanelState, StartPageMessage, startPanelRequests },
    actions: {
      ask: (field) => Promise.resolve(done.push(['ask', field])).then(() => changed),
      prepare: (machine) => Promise.resolve(void done.push(['prepare', machine])),
      copy: (text) => Promise.resolve(void done.push(['copy', text])),
      showLog: () => void done.push(['showLog']),
    },
    onStarted: ({ name }) => done.push(['started', name]),
  });
  const plans = () => runtime.asked.filter(({ name }) => name === 'plan-training').length;
  const shown = () =>
    page.posted.flatMap((one) => (one.kind === 'start-changed' ? [one.view] : [])).at(-1);
  const settled = () => until(() => Promise.resolve(shown()?.work === null));
  return { runtime, page, log, done, host, plans, shown, settled };
}

describe('StartHost', () => {
  it('plans for the first page, and shows a later one what there is', async () => {
    const { page, plans, settled } = open();
    const first = StartView.parse(await page.result('ready'));
    assert.equal(first.work?.doing, 'plan');
    await settled();
    const second = StartView.parse(await page.result('ready'));
    assert.deepEqual([second.work, second.plan?.totalSteps, plans()], [null, 1000, 1]);
  });

  it('asks for a change and plans it; nothing happens when the person gives up', async () => {
    const { page, done, shown, settled } = open(makeWish({ steps: 7 }));
    await page.result('ready');
    await settled();
    await page.result('change', { field: 'steps' });
    await until(() => Promise.resolve(shown()?.plan?.totalSteps === 7));
    assert.deepEqual([done, shown()?.wish.steps], [[['ask', 'steps']], 7]);
    const gaveUp = open();
    await gaveUp.page.result('ready');
    await gaveUp.settled();
    await gaveUp.page.result('change', { field: 'tasks' });
    assert.equal(gaveUp.plans(), 1);
  });

  it('plans with the cards that were clicked, and with all again', async () => {
    const { page, shown, settled, plans } = open();
    await page.result('ready');
    await settled();
    const gpus = { train: [2], sample: [3] };
    await page.result('use-cards', { gpus });
    await settled();
    assert.deepEqual([shown()?.wish.gpus, plans()], [gpus, 2]);
    await page.result('use-cards', { gpus: null });
    await settled();
    assert.deepEqual([shown()?.wish.gpus, plans()], [null, 3]);
  });

  it('does what a check offers, and plans again after it', async () => {
    const { page, shown, settled, plans, done } = open();
    await page.result('ready');
    await settled();
    const apply = async (fix: TrainingFix) => {
      await page.result('apply-fix', { fix });
      await settled();
    };
    const gpus = { train: [0], sample: [1] };
    await apply({ kind: 'use-cards', gpus });
    await apply({ kind: 'keep-checkpoints', keep: { last: 1, best: 0 } });
    assert.deepEqual([shown()?.wish.gpus, shown()?.wish.keep], [gpus, { last: 1, best: 0 }]);
    await apply({ kind: 'prepare-machine', machine: 'a100-box' });
    assert.deepEqual([done, plans()], [[['prepare', 'a100-box']], 4]);
  });

  it('takes another wish from its command', async () => {
    const { host, page, plans, shown, settled } = open();
    host.change(makeWish({ steps: 3 }));
    await settled();
    await page.result('ready');
    assert.deepEqual([shown()?.plan?.totalSteps, plans()], [3, 1]);
  });

  it('looks again, starts, and says what was started', async () => {
    const { page, done, settled } = open();
    await page.result('ready');
    await settled();
    assert.deepEqual(await page.result('plan-again'), { isPlanned: true });
    await page.result('start');
    await page.result('copy', { text: 'vllm serve' });
    await page.result('show-log');
    await page.result('cancel');
    assert.deepEqual(done, [['started', run.name], ['copy', 'vllm serve'], ['showLog']]);
  });

  it('says why it cannot start, in a sentence', async () => {
    const { page } = open();
    await assert.rejects(page.result('start'), /There is no plan of this training yet/);
  });

  it('answers nothing that the contract does not know', async () => {
    const { page, log } = open();
    page.send({ kind: 'request', id: 1, name: 'open-run', params: {} });
    await assert.rejects(page.result('change', { field: 'seed' }), /is not there \(change\)/);
    assert.equal(log.lines.length, 2);
  });

  it('lets go of everything when its panel is closed', async () => {
    const { page, host, runtime } = open();
    await page.result('ready');
    host.dispose();
    assert.equal(runtime.listening, 0);
  });
});
