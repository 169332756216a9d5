import assert from 'node:assert/strict';
import type { ListRow } from '../../../../runtime/contract/viewing.ts';
import { ChosenRows } from '../../../../webview/list/chosenRows.ts';
import { draftOf, draftProblem, withDraft } from '../../../../webview/list/filterDraft.ts';
import { listKeys } from '../../../../webview/list/listKeys.ts';
import { seekRow } from '../../../../webview/list/seekRow.ts';
import { sortedBy } from '../../../../webview/list/listTable.ts';
import type { Host } from '../../../../webview/messages/host.ts';
import { emptyQuery } from '../../../../webview/route/emptyQuery.ts';

describe('what is typed into the filters', () => {
  const empty = draftOf(emptyQuery);

  it('becomes a query', () => {
    const draft = { ...empty, text: ' total ', minReward: '0,5', maxSteps: '12' };
    assert.deepEqual(withDraft(emptyQuery, draft), {
      ...emptyQuery,
      text: 'total',
      minReward: 0.5,
      maxSteps: 12,
    });
  });

  it('filters nothing while it cannot be read, and says what to write', () => {
    assert.equal(withDraft(emptyQuery, { ...empty, minReward: 'many' }).minReward, null);
    assert.match(draftProblem('minReward', 'many')!, /Write a number/);
    assert.match(draftProblem('minSteps', '1.5')!, /Write a whole number/);
    for (const text of ['', ' ', '1', '0.5', '.5', '1.', '-1', '0,25']) {
      assert.equal(draftProblem('maxReward', text), null, text);
    }
    assert.equal(draftProblem('maxSteps', '12'), null);
  });

  it('comes back from the query', () => {
    const query = { ...emptyQuery, text: 'a', maxReward: 1.6, minSteps: 3 };
    assert.deepEqual(withDraft(emptyQuery, draftOf(query)), query);
  });
});

describe('the chosen rows', () => {
  it('are a pair when it is clear which two', () => {
    const chosen = new ChosenRows();
    assert.equal(chosen.pair('a'), null);
    assert.equal(chosen.toggle('a'), true);
    assert.equal(chosen.pair('a'), null);
    assert.deepEqual(chosen.pair('b'), ['a', 'b']);
    chosen.toggle('c');
    assert.deepEqual(chosen.pair('b'), ['a', 'c']);
    chosen.toggle('d');
    assert.equal(chosen.pair('b'), null);
    assert.equal(chosen.toggle('a'), false);
    assert.deepEqual(chosen.ids, ['c', 'd']);
    chosen.clear();
    assert.equal(chosen.size, 0);
  });
});

describe('the order of the list', () => {
  it('turns round on the second click, and starts with the largest number', () => {
    const byReward = sortedBy(emptyQuery, 'reward');
    assert.deepEqual([byReward.sort, byReward.descending], ['reward', true]);
    assert.equal(sortedBy(byReward, 'reward').descending, false);
    assert.equal(sortedBy(byReward, 'question').descending, false);
  });
});

describe('the keys of the list', () => {
  it('are each used once and said in words', () => {
    const keys = listKeys({} as Parameters<typeof listKeys>[0]);
    const all = keys.flatMap((binding) => binding.keys);
    assert.equal(new Set(all).size, all.length);
    assert.ok(keys.every(({ words }) => words.length > 2));
  });
});

describe('looking for a row', () => {
  let asked: [offset: number, limit: number][];
  const total = 1700;
  const signal = new AbortController().signal;
  const hostWith = (special: number): Pick<Host, 'request'> => ({
    request: ((_name: string, { offset, limit }: { offset: number; limit: number }) => {
      asked.push([offset, limit]);
      const rows = Array.from({ length: Math.min(limit, total - offset) }, (_, at) => ({
        kind: offset + at === special ? 'broken-line' : 'trajectory',
      }));
      return Promise.resolve({ totalRows: total, rows });
    }) as unknown as Host['request'],
  });
  const isIt = ({ kind }: ListRow): boolean => kind === 'broken-line';
  const seek = (special: number, from: number, direction: 1 | -1): Promise<number | null> =>
    seekRow(hostWith(special), { query: emptyQuery, from, direction, isIt, signal });

  beforeEach(() => {
    asked = [];
  });

  it('goes page by page until it is found', async () => {
    assert.equal(await seek(1234, 0, 1), 1234);
    assert.deepEqual(asked, [
      [0, 500],
      [500, 500],
      [1000, 500],
    ]);
  });

  it('ends with the list', async () => {
    assert.equal(await seek(-1, 600, 1), null);
    assert.equal(asked.length, 3);
  });

  it('goes up as well, and never past the row it began with', async () => {
    assert.equal(await seek(3, 1100, -1), 3);
    assert.deepEqual(asked.at(-1), [0, 101]);
    assert.equal(await seek(800, 700, -1), null);
    assert.equal(await seek(5, -1, -1), null);
  });
});
