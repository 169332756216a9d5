// Values as tables, on the real sandbox: what is shown of each kind, and that looking changes nothing, whatever a value does.
import assert from 'node:assert/strict';
import type { PyodideSandboxPool } from '../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Episode, Sandbox, TableResult, TableWish } from '../../../runtime/sandbox/sandbox.ts';
import {
  never,
  openSandboxPool,
  runCode,
  standardSettings,
  testEpisode,
} from '../../fakes/sandboxPool.ts';

describe('reading a table', function () {
  this.timeout(60_000);
  let pool: PyodideSandboxPool;
  let sandbox: Sandbox | null = null;
  before(() => {
    pool = openSandboxPool();
  });
  after(() => pool.close());
  afterEach(async () => {
    await sandbox?.release();
    sandbox = null;
  });

  async function open(code: string, changes: Partial<Episode> = {}): Promise<Sandbox> {
    sandbox = await pool.acquire(testEpisode(changes), never);
    const result = await runCode(sandbox, code);
    assert.equal(result.outcome, 'executed', result.error?.message);
    return sandbox;
  }

  function read(from: Sandbox, wish: Partial<TableWish> = {}): Promise<TableResult> {
    return from.readTable({
      name: 'x',
      offset: 0,
      limit: 100,
      timeoutMilliseconds: 5000,
      ...wish,
    });
  }

  async function tableOf(code: string, wish: Partial<TableWish> = {}) {
    const result = await read(await open(code), wish);
    assert.ok(result.ok, result.ok ? '' : result.problem);
    return result.table;
  }

  describe('shows', () => {
    const shapes: readonly [string, string, readonly [string, string][], readonly unknown[][]][] = [
      [
        'a list of dicts by their keys',
        'x = [{"name": "Ada", "kg": 1.5}, {"name": "Bo", "ok": True}]',
        [
          ['name', 'str'],
          ['kg', 'float'],
          ['ok', 'bool'],
        ],
        [
          ['Ada', 1.5, null],
          ['Bo', null, true],
        ],
      ],
      [
        'a list of rows by position',
        'x = [[1, "a"], (2,), [3, None, 4.5]]',
        [
          ['0', 'int'],
          ['1', 'str'],
          ['2', 'float'],
        ],
        [
          [1, 'a', null],
          [2, null, null],
          [3, null, 4.5],
        ],
      ],
      [
        'named tuples by their fields',
        'import collections\nP = collections.namedtuple("P", "a b")\nx = [P(1, 2), P(3, 4)]',
        [
          ['a', 'int'],
          ['b', 'int'],
        ],
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        'a dict of lists by column',
        'x = {"a": [1, 2, 3], "b": ["u", "v"]}',
        [
          ['a', 'int'],
          ['b', 'str'],
        ],
        [
          [1, 'u'],
          [2, 'v'],
          [3, null],
        ],
      ],
      [
        'a dict of dicts by entry',
        'x = {"k1": {"n": 1}, "k2": {"n": 2, "m": 3}}',
        [
          ['key', 'str'],
          ['n', 'int'],
          ['m', 'int'],
        ],
        [
          ['k1', 1, null],
          ['k2', 2, 3],
        ],
      ],
      [
        'a counter by entry',
        'import collections\nx = collections.Counter("aab")',
        [
          ['key', 'str'],
          ['value', 'int'],
        ],
        [
          ['a', 2],
          ['b', 1],
        ],
      ],
      ['a list of plain values', 'x = ["a", 2, None]', [['value', 'mixed']], [['a'], [2], [null]]],
      ['a range', 'x = range(5, 8)', [['value', 'int']], [[5], [6], [7]]],
      ['an empty list', 'x = []', [['value', '']], []],
      [
        'a mixture with what is no dict in a column of its own',
        'x = [{"a": 1}, 5]',
        [
          ['a', 'int'],
          ['value', 'int'],
        ],
        [
          [1, null],
          [null, 5],
        ],
      ],
      [
        'values without a plain form as text',
        'import datetime\nx = [[10 ** 30, float("nan"), datetime.date(2026, 1, 2), b"a", [1, 2]]]',
        [
          ['0', 'int'],
          ['1', 'float'],
          ['2', 'date'],
          ['3', 'bytes'],
          ['4', 'list'],
        ],
        [['1000000000000000000000000000000', 'nan', 'datetime.date(2026, 1, 2)', "b'a'", '[1, 2]']],
      ],
    ];
    for (const [name, code, columns, rows] of shapes) {
      it(name, async () => {
        const table = await tableOf(code);
        assert.deepEqual(
          table.columns.map((column) => [column.name, column.type]),
          columns,
        );
        assert.deepEqual(table.rows, rows);
        assert.deepEqual([table.totalRows, table.totalColumns], [rows.length, columns.length]);
      });
    }

    it('a page of ten million rows, with the same columns on each', async () => {
      const one = await open('x = [0] * 10_000_000', {
        settings: standardSettings({ maxMemoryBytes: 400 << 20 }),
      });
      const page = await read(one, { offset: 9_999_998, limit: 10 });
      assert.ok(page.ok, page.ok ? '' : page.problem);
      assert.deepEqual([page.table.totalRows, page.table.rows], [10_000_000, [[0], [0]]]);
    });

    it('nothing past the end', async () => {
      const table = await tableOf('x = [1, 2]', { offset: 10 });
      assert.deepEqual([table.rows, table.totalRows], [[], 2]);
    });

    it('at most 200 columns, and how many there are', async () => {
      const table = await tableOf('x = [{f"c{i}": i for i in range(500)}]');
      assert.deepEqual([table.columns.length, table.totalColumns], [200, 500]);
      assert.equal(table.rows[0]?.length, 200);
    });

    it('at most 500 characters of a cell, whole characters only', async () => {
      const table = await tableOf('x = ["😀" * 2000, "\\ud800 half"]');
      assert.equal(Array.from(String(table.rows[0]?.[0])).length, 500);
      assert.equal(table.rows[1]?.[0], '? half');
    });

    it('less of each cell on a page of many, so that it fits into one message', async () => {
      const table = await tableOf('x = [["\\u20ac" * 500] * 200] * 1000', { limit: 1000 });
      assert.equal(table.rows.length, 1000);
      assert.ok(String(table.rows[999]?.[199]).length >= 10);
    });
  });

  describe('says in a sentence', () => {
    const problems: readonly [string, string, string, RegExp][] = [
      ['that there is no such variable', 'y = 1', 'x', /^x is not a variable of the namespace\.$/],
      ['that a tool is no variable', 'y = 1', 'web_qa', /is not a variable/],
      [
        'that a number is no table',
        'x = 5',
        'x',
        /^x is of type int; lists, .* shown as a table\.$/,
      ],
    ];
    for (const [name, code, variable, message] of problems) {
      it(name, async () => {
        const result = await read(await open(code), { name: variable });
        assert.ok(!result.ok);
        assert.match(result.problem, message);
      });
    }
  });

  describe('is not led astray by', () => {
    const lies: readonly [string, string, unknown][] = [
      [
        'a list that lies about itself',
        'class L(list):\n    def __len__(self): raise ValueError\n    def __getitem__(self, i): return 9\n    def __iter__(self): return iter([7] * 10 ** 9)\nx = L([1, 2])',
        [[1], [2]],
      ],
      [
        'a dict that lies about itself',
        'class D(dict):\n    def items(self): return [("no", 1)] * 3\n    def values(self): raise OSError\n    def get(self, *a): return "no"\n    def keys(self): return ["no"]\nx = [D(a=1), D(a=2)]',
        [[1], [2]],
      ],
      [
        'a repr that raises',
        'class R:\n    def __repr__(self): raise SystemExit("no")\nx = [R()]',
        [['<R; its repr raised SystemExit>']],
      ],
      [
        'a list that contains itself',
        'x = [1]\nx.append(x)',
        [
          [1, null],
          [1, '[1, [1, [1, [...]]]]'],
        ],
      ],
      [
        'a class that claims to be another',
        'class C:\n    __class__ = list\nx = [C]',
        [['class C']],
      ],
    ];
    for (const [name, code, rows] of lies) {
      it(name, async () => {
        const one = await open(code);
        const result = await read(one);
        assert.ok(result.ok, result.ok ? '' : result.problem);
        assert.deepEqual(result.table.rows, rows);
        assert.equal((await runCode(one, '1 + 1')).value, '2');
      });
    }

    it('a repr that changes the namespace, files and random numbers', async () => {
      // Its code does harm only when it is asked for as a cell: the variables list names no more than 8 items of a list.
      const one = await open(
        'import random, pathlib\nclass R:\n    def __repr__(self):\n        globals()["extra"] = seen.append(1)\n        open("/tmp/f", "w").write("x")\n        random.random()\n        return "R"\nseen = []\nx = [0] * 20 + [R()]\nstate = random.getstate()',
      );
      const table = await read(one);
      assert.ok(table.ok, table.ok ? '' : table.problem);
      assert.deepEqual(table.table.rows[20], ['R']);
      const left = await runCode(
        one,
        'seen, "extra" in globals(), pathlib.Path("/tmp/f").exists(), random.getstate() == state',
      );
      assert.equal(left.value, '([], False, False, True)');
    });

    it('a repr that never comes back', async () => {
      const one = await open(
        'y = 5\nclass R:\n    slow = False\n    def __repr__(self):\n        while R.slow: pass\n        return "R"\nx = [R()]',
      );
      await runCode(one, 'z = 6');
      await runCode(one, 'R.slow = True', { timeoutMilliseconds: 300 });
      const started = performance.now();
      const result = await read(one, { timeoutMilliseconds: 300 });
      assert.ok(performance.now() - started < 4000);
      assert.ok(!result.ok);
      assert.match(result.problem, /^x took too long to read\.$/);
      assert.equal((await runCode(one, 'R.slow = False\ny, z')).value, '(5, 6)');
    });

    it('a repr that calls a tool', async () => {
      const one = await open(
        'class R:\n    ask = False\n    def __repr__(self): return web_qa("secret")["question"] if R.ask else "R"\nx = [R()]',
      );
      const called: string[] = [];
      one.handOver({
        quarantine: null,
        callTool: (name) => {
          called.push(name);
          return Promise.resolve({ ok: true, value: { question: 'q' } });
        },
      });
      await runCode(one, 'R.ask = True');
      called.length = 0;
      await read(one);
      assert.deepEqual(called, []);
      assert.equal((await runCode(one, 'R.ask = False\n1')).value, '1');
    });
  });

  it('leaves the last step as it was, also after the final answer', async () => {
    const one = await open('a = [1]');
    const answered = await runCode(one, 'a.append(2)\nx = [a]\nfinal_answer(3)');
    assert.equal(answered.outcome, 'final-answer');
    const result = await read(one);
    assert.ok(result.ok);
    assert.deepEqual(result.table.rows, [[1, 2]]);
    assert.equal((await runCode(one, 'a, x')).value, '([1, 2], [[1, 2]])');
  });

  it('after a final answer a step that is rolled back keeps what the answering step left', async () => {
    const one = await open('a = 1');
    await runCode(one, 'b = 2\nfinal_answer(b)');
    const swallowing =
      'c = 3\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass';
    const stopped = await runCode(one, swallowing, { timeoutMilliseconds: 300 });
    assert.equal(stopped.recovery, 'rolled-back');
    assert.equal((await runCode(one, 'a, b, "c" in globals()')).value, '(1, 2, False)');
  });

  it('is refused while a step runs and after the release', async () => {
    const one = await open('x = [1]');
    const running = runCode(one, 'import time\ntime.sleep(0.3)');
    await assert.rejects(read(one), { message: /running a step already/ });
    await running;
    await one.release();
    assert.equal(one.isAlive, false);
    await assert.rejects(read(one), { message: /released already/ });
  });
});
