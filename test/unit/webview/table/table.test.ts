import assert from 'node:assert/strict';
import type { Host } from '../../../../webview/messages/host.ts';
import { moveCell } from '../../../../webview/table/activeCell.ts';
import { asCsv, asTsv, cellText } from '../../../../webview/table/cellText.ts';
import { TableSource } from '../../../../webview/table/tableSource.ts';

describe('cellText', () => {
  it('says what Python says', () => {
    assert.deepEqual([null, true, false, 1.5, 'x'].map(cellText), [
      ...['None', 'True', 'False', '1.5', 'x'],
    ]);
  });
});

describe('copying rows', () => {
  const rows = [
    ['a,b', 1, null],
    ['say "hi"', true, 'two\nlines'],
  ];

  it('quotes commas, quotes and line ends in CSV and leaves missing values empty', () => {
    assert.equal(asCsv(['x', 'y', 'z'], rows), 'x,y,z\n"a,b",1,\n"say ""hi""",True,"two\nlines"\n');
  });

  it('keeps one line a row in TSV', () => {
    assert.equal(
      asTsv(['x\ty', 'y', 'z'], rows),
      'x y\ty\tz\na,b\t1\t\nsay "hi"\tTrue\ttwo lines\n',
    );
  });
});

describe('moveCell', () => {
  const size = { rows: 100, columns: 5, page: 20 };
  const cases: [string, [number, number], [number, number]][] = [
    ['ArrowDown', [0, 0], [1, 0]],
    ['ArrowUp', [0, 0], [0, 0]],
    ['ArrowRight', [0, 4], [0, 4]],
    ['ArrowLeft', [3, 2], [3, 1]],
    ['PageDown', [90, 1], [99, 1]],
    ['PageUp', [30, 1], [10, 1]],
    ['Home', [3, 3], [3, 0]],
    ['End', [3, 3], [3, 4]],
    ['<', [50, 2], [0, 2]],
    ['>', [50, 2], [99, 2]],
  ];
  for (const [key, [row, column], [toRow, toColumn]] of cases) {
    it(`${key} from ${row}, ${column}`, () =>
      assert.deepEqual(moveCell({ row, column }, key, size), { row: toRow, column: toColumn }));
  }

  it('moves nothing by other keys and in an empty table', () => {
    assert.equal(moveCell({ row: 0, column: 0 }, 'x', size), null);
    assert.equal(moveCell({ row: 0, column: 0 }, 'ArrowDown', { ...size, rows: 0 }), null);
  });
});

describe('TableSource', () => {
  const place = { id: 't', step: 1, name: 'rows' };
  const total = 10_000;

  function source(fail = false) {
    const asked: { offset: number; limit: number }[] = [];
    const request = async (_: string, { offset, limit }: { offset: number; limit: number }) => {
      asked.push({ offset, limit });
      await Promise.resolve();
      if (fail) throw new Error('It is no table.');
      const count = Math.max(0, Math.min(limit, total - offset));
      return {
        ...{ columns: [{ name: 'n', type: 'int' }], totalRows: total, totalColumns: 1, offset },
        rows: Array.from({ length: count }, (__, row) => [offset + row]),
        rebuilt: false,
      };
    };
    let told: () => void = () => undefined;
    const made = new TableSource(place, { request } as unknown as Host, () => told());
    const settled = () => new Promise<void>((resolve) => (told = resolve));
    return { made, asked, settled };
  }

  it('reads the rows in sight, once', async () => {
    const { made, asked, settled } = source();
    made.want(0, 30);
    made.want(5, 40);
    await settled();
    assert.deepEqual(asked, [{ offset: 0, limit: 200 }]);
    assert.deepEqual(made.row(7), [7]);
    assert.equal(made.row(200), undefined);
    assert.equal(made.head?.totalRows, total);
  });

  it('keeps a bounded number of rows', async () => {
    const { made, settled } = source();
    for (let first = 0; first < total; first += 200) {
      made.want(first, first + 1);
      await settled();
    }
    assert.equal(made.row(0), undefined);
    assert.deepEqual(made.row(total - 1), [total - 1]);
  });

  it('says why a value is no table, and does not ask at every drawing', async () => {
    const { made, asked, settled } = source(true);
    made.want(0, 30);
    await settled();
    made.want(0, 30);
    assert.equal(made.problem, 'It is no table.');
    assert.equal(asked.length, 1);
  });

  it('reads all rows for copying', async () => {
    const { made, settled } = source();
    made.want(0, 1);
    await settled();
    const rows = await made.allRows();
    assert.equal(rows.length, total);
    assert.deepEqual(rows.at(-1), [total - 1]);
  });
});
