import assert from 'node:assert/strict';
import type * as z from 'zod';
import type { runPanelRequests } from '../../../../runtime/contract/runPanel.ts';
import type { QueuePage } from '../../../../runtime/contract/training/runView.ts';
import { makeQueueInput, makeQueuePage } from '../../../fakes/queuePages.ts';
import { ChosenTask } from '../../../../webview/queue/chosenTask.ts';
import { firstQueueRoute } from '../../../../webview/queue/queueRoute.ts';
import { queryOf, QueueRows } from '../../../../webview/queue/queueRows.ts';

type Query = z.output<(typeof runPanelRequests)['read-queue']['params']>;

const input = makeQueueInput({ steps: 30, tasks: 500 });

function open(answer: (query: Query) => Promise<QueuePage> = (query) => answered(query)) {
  const asked: Query[] = [];
  let changes = 0;
  const problems: string[] = [];
  const request = (_name: string, params: Query, { signal }: { signal: AbortSignal }) => {
    asked.push(params);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('not wanted', 'AbortError')));
      answer(params).then(resolve, reject);
    });
  };
  const rows = new QueueRows(queryOf(firstQueueRoute), {
    host: { request: request as never },
    changed: () => (changes += 1),
    failed: (error) => problems.push(String(error)),
  });
  const chosen = new ChosenTask(
    rows,
    () => (changes += 1),
    (error) => problems.push(String(error)),
  );
  return { rows, chosen, asked, problems, changes: () => changes };
}

function answered(query: Query): Promise<QueuePage> {
  return Promise.resolve(makeQueuePage(input, query));
}

/** Lets promises that are done be heard. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ChosenTask', () => {
  it('takes its row from the list where it is there', async () => {
    const { rows, chosen, asked } = open();
    rows.want(0, 20);
    await heard();
    await chosen.follow('t-0050');
    assert.equal(chosen.row?.taskId, 't-0050');
    assert.deepEqual(
      asked.map(({ offset, limit, filter }) => [offset, limit, filter]),
      [[0, 100, '']],
    );
  });

  it('asks for one that the filter hides, at the train step that is shown', async () => {
    const { rows, chosen, asked } = open();
    rows.query = { step: 20, filter: 'nothing like it', show: 'cooling', sort: 'pass-rate' };
    await chosen.follow('t-0050');
    assert.equal(chosen.row?.taskId, 't-0050');
    assert.deepEqual(asked, [
      { step: 20, filter: 't-0050', show: 'all', sort: 'task', offset: 0, limit: 100 },
    ]);
  });

  it('is none for a task that the run does not have, and after it was closed', async () => {
    const { chosen } = open();
    await chosen.follow('elsewhere');
    assert.equal(chosen.row, null);
    await chosen.follow('t-0050');
    await chosen.follow(null);
    assert.equal(chosen.row, null);
  });

  it('drops the answer about a task that is not wanted any more', async () => {
    const waiting: (() => void)[] = [];
    const { chosen, problems } = open(async (query) => {
      if (query.filter === 't-0001') await new Promise<void>((resolve) => waiting.push(resolve));
      return answered(query);
    });
    const first = chosen.follow('t-0001');
    await chosen.follow('t-0002');
    for (const answer of waiting) answer();
    await first;
    assert.equal(chosen.row?.taskId, 't-0002');
    assert.deepEqual(problems, []);
  });

  it('says why it could not be had', async () => {
    const { chosen, problems } = open(() => Promise.reject(new Error('the machine is gone')));
    await chosen.follow('t-0001');
    assert.deepEqual(problems, ['Error: the machine is gone']);
  });
});

describe('QueueRows', () => {
  it('gives the rows of the queue by their place, and what holds for all', async () => {
    const { rows, changes } = open();
    rows.query = { ...queryOf(firstQueueRoute), sort: 'task' };
    rows.want(150, 160);
    await heard();
    assert.equal(rows.row(150)?.taskId, 't-0151');
    assert.equal(rows.row(0), undefined);
    assert.equal(rows.summary?.lastStep, 30);
    assert.equal(rows.summary.matching, 500);
    assert.equal(changes(), 1);
  });
});
