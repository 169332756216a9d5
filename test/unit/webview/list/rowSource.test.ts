import assert from 'node:assert/strict';
import { emptyQuery } from '../../../../webview/route/emptyQuery.ts';
import { RowSource } from '../../../../webview/list/rowSource.ts';
import { FakeListHost } from '../fakeListHost.ts';

describe('the rows of a list', () => {
  let host: FakeListHost;
  let source: RowSource;
  let changes: number;
  let failures: string[];

  beforeEach(() => {
    host = new FakeListHost();
    changes = 0;
    failures = [];
    source = new RowSource(
      host,
      emptyQuery,
      () => (changes += 1),
      (error) => failures.push(String(error)),
    );
  });

  const lineAt = (index: number): number | null => {
    const row = source.row(index);
    return row?.kind === 'broken-line' ? row.line : null;
  };
  const offsets = (): number[] => host.requests.map(({ offset }) => offset);

  it('asks for the pages in sight, each once', async () => {
    source.want(90, 120);
    source.want(90, 120);
    assert.deepEqual(offsets(), [0, 100]);
    assert.equal(source.row(95), undefined);
    await host.requests[0]!.answer();
    assert.equal(lineAt(95), 96);
    assert.equal(source.summary?.totalRows, 1000);
    assert.equal(changes, 1);
    source.want(0, 30);
    assert.equal(host.requests.length, 2);
  });

  it('gives up pages that went out of sight', async () => {
    source.want(0, 30);
    source.want(500, 530);
    assert.equal(host.requests[0]!.signal.aborted, true);
    await host.last.answer();
    assert.equal(lineAt(500), 501);
    assert.deepEqual(failures, []);
  });

  it('has at most four requests under way', async () => {
    source.want(0, 1000);
    assert.equal(host.requests.length, 4);
    await host.requests[0]!.answer();
    assert.deepEqual(offsets(), [0, 100, 200, 300, 400]);
  });

  it('keeps a bounded number of pages, the near ones', async () => {
    for (let page = 0; page < 80; page += 1) {
      source.want(page * 100, page * 100 + 30);
      await host.last.answer({ totalRows: 10_000 });
    }
    assert.equal(source.row(0), undefined);
    assert.equal(source.row(19 * 100), undefined);
    assert.notEqual(source.row(20 * 100), undefined);
    assert.notEqual(source.row(7_900), undefined);
  });

  it('shows the old rows until those of the new query are there', async () => {
    source.want(0, 30);
    await host.last.answer();
    source.query = { ...emptyQuery, text: 'total' };
    assert.equal(lineAt(0), 1);
    assert.equal(source.isOld, true);
    assert.equal(host.last.query.text, 'total');
    await host.last.answer({ totalRows: 1, matches: 1, rows: [] });
    assert.equal(source.isOld, false);
    assert.equal(source.row(0), undefined);
    assert.equal(source.summary?.matches, 1);
  });

  it('drops the answer to a query that was replaced', async () => {
    source.want(0, 30);
    const [first] = host.requests;
    source.query = { ...emptyQuery, descending: true };
    assert.equal(first!.signal.aborted, true);
    await first!.answer({ totalRows: 7 });
    assert.equal(source.summary, null);
  });

  it('fetches what is in sight anew when the file changed, and shows the old rows meanwhile', async () => {
    source.want(0, 30);
    await host.last.answer();
    source.want(300, 330);
    await host.last.answer();
    source.refresh();
    assert.deepEqual(offsets(), [0, 300, 300]);
    assert.equal(lineAt(300), 301);
    assert.equal(source.row(0), undefined);
    await host.last.answer({ totalRows: 2000 });
    assert.equal(source.summary?.totalRows, 2000);
  });

  it('says a failure once and asks again only when something changed', async () => {
    source.want(0, 30);
    await host.last.fail('The file is gone.');
    assert.deepEqual(failures, ['Error: The file is gone.']);
    source.want(0, 30);
    assert.equal(host.requests.length, 1);
    source.refresh();
    assert.equal(host.requests.length, 2);
  });

  it('lets go of everything when it stops', () => {
    source.want(0, 30);
    source.stop();
    assert.equal(host.last.signal.aborted, true);
  });
});
