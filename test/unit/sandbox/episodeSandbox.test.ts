// Steps that go wrong: time, cancel, force, memory, files. Each with the state that is left and what the result says of it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Episode, Sandbox, StepResult } from '../../../runtime/sandbox/sandbox.ts';
import type { PyodideSandboxPool } from '../../../runtime/sandbox/pyodideSandboxPool.ts';
import { chooseFiles } from '../../../runtime/support/chosenFiles.ts';
import {
  never,
  openSandboxPool,
  runCode,
  standardSettings,
  testEpisode,
} from '../../fakes/sandboxPool.ts';

const swallowing =
  'while True:\n    try:\n        while True: pass\n    except BaseException: pass';
/** C code that never looks at signals. */
const unstoppable = 'sum(range(10 ** 12))';

describe('an episode', function () {
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

  async function open(changes: Partial<Episode> = {}): Promise<Sandbox> {
    sandbox = await pool.acquire(testEpisode(changes), never);
    return sandbox;
  }

  const quick = { timeoutMilliseconds: 300 };

  describe('that runs out of time', () => {
    it('keeps what was assigned where Python stops by itself', async () => {
      const one = await open();
      const stopped = await runCode(one, 'x = 1\nprint("so far")\nwhile True: pass', quick);
      assert.deepEqual(
        [stopped.outcome, stopped.recovery, stopped.stdout],
        ['timeout', 'interrupted', 'so far\n'],
      );
      assert.match(stopped.error?.message ?? '', /limit of 0.3 s.*kept/);
      assert.equal((await runCode(one, 'x')).value, '1');
    });

    it('goes back whole where Python will not stop', async () => {
      const one = await open();
      await runCode(one, 'x = [1]\nopen("/tmp/a", "w").write("before")');
      const stopped = await runCode(
        one,
        `x.append(2)\nopen("/tmp/a", "w").write("after")\ny = 2\n${swallowing}`,
        quick,
      );
      assert.deepEqual([stopped.outcome, stopped.recovery], ['timeout', 'rolled-back']);
      assert.deepEqual(
        stopped.variables.map(({ name, preview }) => [name, preview]),
        [['x', '[1]']],
      );
      assert.equal(
        (await runCode(one, 'x, open("/tmp/a").read(), "y" in globals()')).value,
        "([1], 'before', False)",
      );
    });

    it('moves to a fresh thread where nothing else helps, with everything it had', async () => {
      const one = await open();
      await runCode(one, 'def gen():\n    yield 1\n    yield 2\ng = gen()\nnext(g)');
      await runCode(
        one,
        'import collections\nc = collections.Counter("aab")\nbig = list(range(50_000))',
      );
      await runCode(one, 'f = open("/tmp/log", "w+")\nf.write("abc")\nf.flush()\nf.seek(1)');
      const stopped = await runCode(one, `big.clear()\nf.write("zzz")\n${unstoppable}`, quick);
      assert.deepEqual([stopped.outcome, stopped.recovery], ['timeout', 'moved']);
      const left = await runCode(
        one,
        'next(g), c["a"], len(big), f.read(), open("/tmp/log").read()',
      );
      assert.equal(left.value, "(2, 2, 50000, 'bc', 'abc')", left.error?.message);
    });

    it('in its first step loses nothing, because there was nothing', async () => {
      const one = await open();
      const stopped = await runCode(one, unstoppable, quick);
      assert.deepEqual([stopped.outcome, stopped.recovery], ['timeout', 'moved']);
      assert.equal((await runCode(one, 'web_qa("q")["question"]')).value, "'q'");
      const again = await runCode(one, swallowing, quick);
      assert.deepEqual([again.outcome, again.recovery], ['timeout', 'rolled-back']);
    });

    it('while it sleeps is woken', async () => {
      const one = await open();
      const started = performance.now();
      const stopped = await runCode(one, 'import time\ntime.sleep(1e6)', quick);
      assert.equal(stopped.outcome, 'timeout');
      assert.ok(performance.now() - started < 1500);
    });
  });

  describe('that is cancelled', () => {
    const states: readonly [string, string][] = [
      ['in a loop', 'x = 1\nwhile True: pass'],
      ['in a loop that catches everything', swallowing],
      ['asleep', 'import time\ntime.sleep(60)'],
      ['in C code', unstoppable],
      ['in a tool', 'x = 1\nweb_qa("never")'],
      [
        'in a tool, catching everything',
        'while True:\n    try:\n        web_qa("never")\n    except BaseException: pass',
      ],
    ];
    for (const [state, code] of states) {
      it(`${state} ends within a second and goes on afterwards`, async () => {
        let toolStopped = false;
        const one = await open({
          callTool: (_name, args, signal) =>
            args['question'] === 'never'
              ? new Promise(() => signal.addEventListener('abort', () => (toolStopped = true)))
              : Promise.resolve({ ok: true, value: 'fine' }),
        });
        await runCode(one, 'kept = 1');
        const stop = new AbortController();
        const step = runCode(one, code, { signal: stop.signal });
        await new Promise((resolve) => setTimeout(resolve, 250));
        const stoppedAt = performance.now();
        stop.abort();
        const result = await step;
        const took = performance.now() - stoppedAt;
        assert.equal(result.outcome, 'cancelled', JSON.stringify(result.error));
        assert.ok(took < 1000, `${took} ms`);
        assert.equal(toolStopped, code.includes('never'));
        assert.equal((await runCode(one, 'kept, web_qa("q")')).value, "(1, 'fine')");
      });
    }

    it('before it starts ends at once', async () => {
      const one = await open();
      const result = await runCode(one, 'while True: pass', { signal: AbortSignal.abort() });
      assert.equal(result.outcome, 'cancelled');
      assert.equal((await runCode(one, '1')).value, '1');
    });

    it('after its end does not stop the next step', async () => {
      const one = await open();
      const stop = new AbortController();
      await runCode(one, '1', { signal: stop.signal });
      stop.abort();
      const next = await runCode(one, 'sum(i for i in range(300_000))');
      assert.equal(next.outcome, 'executed');
    });
  });

  describe('that asks for too much', () => {
    const memory = [
      'list(range(10 ** 9))',
      'bytearray(3 << 30)',
      'x = "a"\nwhile True: x += x',
      'b" " * (1 << 34)',
    ];
    for (const code of memory) {
      it(`gets a MemoryError for ${JSON.stringify(code)}`, async () => {
        const one = await open();
        await runCode(one, 'kept = 1');
        const { error, recovery } = await runCode(one, code);
        assert.match(error?.type ?? '', /MemoryError|OverflowError/);
        assert.equal(recovery, 'none');
        assert.equal((await runCode(one, 'kept')).value, '1');
      });
    }

    it('gets an error for files past the quota, and room again for what it deletes', async () => {
      const one = await open({ settings: standardSettings({ maxFileBytes: 1 << 20 }) });
      const flood = await runCode(one, 'open("/tmp/a", "wb").write(b"x" * (2 << 20))');
      assert.match(flood.error?.message ?? '', /No space left|Errno 51/);
      const many = await runCode(one, 'for i in range(5000): open(f"/tmp/n{i}", "w")');
      assert.equal(many.error?.type, 'OSError');
      const code =
        'from pathlib import Path\nfor p in Path("/tmp").iterdir(): p.unlink()\nopen("/tmp/b", "wb").write(b"x" * 900_000)';
      assert.equal((await runCode(one, code)).value, '900000');
    });

    it('goes back when the stack of JavaScript runs over', async () => {
      const one = await open();
      await runCode(one, 'kept = 1');
      const deep = await runCode(one, 'eval("1" + "+1" * 200_000)');
      assert.ok(['aborted', 'python-error'].includes(deep.outcome), deep.outcome);
      assert.equal((await runCode(one, 'kept')).value, '1');
    });
  });

  describe('with files', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'workspace-'));
      await mkdir(path.join(folder, 'data', 'deep'), { recursive: true });
      await writeFile(path.join(folder, 'sales.csv'), 'region,amount\nnorth,3\nsouth,4\n');
      await writeFile(path.join(folder, 'data', 'deep', 'a.json'), '{"k": [1, 2]}');
      await writeFile(path.join(folder, 'data', 'Größe.txt'), 'ü');
      await writeFile(path.join(folder, '__proto__'), 'a name like any other');
    });
    after(() => rm(folder, { recursive: true }));
    const withFiles = async (changes: Partial<Episode> = {}) =>
      open({ files: await chooseFiles([folder]), ...changes });
    const value = async (one: Sandbox, code: string) => {
      const result = await runCode(one, code);
      return result.value ?? `${result.error?.type}: ${result.error?.message}`;
    };

    it('reads them by their names, in every usual way', async () => {
      const one = await withFiles();
      const reads: readonly [string, string][] = [
        ['open("sales.csv").read().splitlines()[1]', "'north,3'"],
        ['open("/workspace/sales.csv", "rb").read(6)', "b'region'"],
        ['import csv\nsum(int(row["amount"]) for row in csv.DictReader(open("sales.csv")))', '7'],
        ['import json\njson.load(open("data/deep/a.json"))["k"]', '[1, 2]'],
        ['from pathlib import Path\nPath("data/Größe.txt").read_text()', "'ü'"],
        [
          'sorted(str(p) for p in Path("data").rglob("*") if p.is_file())',
          "['data/Größe.txt', 'data/deep/a.json']",
        ],
        ['import os.path\nos.path.getsize("sales.csv"), os.path.isdir("data")', '(30, True)'],
        ['open("__proto__").read()', "'a name like any other'"],
        ['f = open("sales.csv")\nf.seek(7)\nf.read(6)', "'amount'"],
        ['[line for line in open("sales.csv")][-1]', "'south,4\\n'"],
      ];
      for (const [code, expected] of reads) assert.equal(await value(one, code), expected, code);
    });

    it('opens databases and archives among them read-only', async () => {
      const maker = await open({
        quarantine: path.join(folder, '..', path.basename(folder) + '-out'),
      });
      const make = [
        'import sqlite3, zipfile',
        'db = sqlite3.connect("/out/t.db")',
        'db.execute("create table t (n)")',
        'db.executemany("insert into t values (?)", [(1,), (2,)])',
        'db.commit(); db.close()',
        'with zipfile.ZipFile("/out/a.zip", "w") as z: z.writestr("in/b.txt", "zipped")',
      ].join('\n');
      const made = await runCode(maker, make);
      assert.deepEqual(
        made.outputFiles.map(({ name, refused }) => [name, refused]).sort(),
        [
          ['a.zip', null],
          ['t.db', null],
        ],
        made.error?.message,
      );
      const files = await chooseFiles(made.outputFiles.map((file) => file.path ?? ''));
      await maker.release();
      const one = await open({ files });
      assert.equal(
        await value(
          one,
          'import sqlite3\nsqlite3.connect("t.db").execute("select sum(n) from t").fetchone()',
        ),
        '(3,)',
      );
      assert.match(
        await value(one, 'sqlite3.connect("t.db").execute("delete from t")'),
        /readonly database/,
      );
      assert.match(await value(one, 'sqlite3.connect("no.db")'), /FileNotFoundError/);
      assert.equal(
        await value(one, 'import zipfile\nzipfile.ZipFile("a.zip").read("in/b.txt")'),
        "b'zipped'",
      );
      await rm(path.join(folder, '..', path.basename(folder) + '-out'), { recursive: true });
    });

    it('refuses to write there, and names where writing is possible', async () => {
      const one = await withFiles();
      const writes = [
        'open("sales.csv", "w")',
        'open("/workspace/new.txt", "a")',
        'Path("x.txt").write_text("x")',
        'Path("newdir").mkdir()',
        'Path("sales.csv").unlink()',
        'Path("sales.csv").rename("/tmp/s")',
      ];
      await runCode(one, 'from pathlib import Path');
      for (const code of writes)
        assert.match(await value(one, code), /PermissionError: .*\/out/, code);
      assert.equal(
        await readFile(path.join(folder, 'sales.csv'), 'utf8'),
        'region,amount\nnorth,3\nsouth,4\n',
      );
    });

    it('says what there is when a name is wrong', async () => {
      const one = await withFiles();
      assert.match(
        await value(one, 'open("SALES.csv")'),
        /FileNotFoundError.*did you mean 'sales.csv'/,
      );
      assert.match(await value(one, 'open("a.json")'), /did you mean 'data\/deep\/a.json'/);
      assert.match(await value(one, 'open("nothing.bin")'), /chosen files are below \/workspace/);
      assert.match(await value(one, 'open("/etc/hostname")'), /PermissionError/);
      assert.match(await value(one, 'open("../../etc/hostname")'), /PermissionError/);
    });

    it('takes 10,000 files and one of 100 MB', async () => {
      const large = await mkdtemp(path.join(tmpdir(), 'large-'));
      try {
        await writeFile(
          path.join(large, 'big.txt'),
          Buffer.alloc(100 << 20, `${'x'.repeat(1023)}\n`),
        );
        for (let start = 0; start < 9_999; start += 1000) {
          const names = Array.from(
            { length: Math.min(1000, 9_999 - start) },
            (_, n) => `f${start + n}`,
          );
          await Promise.all(names.map((name) => writeFile(path.join(large, name), name)));
        }
        const one = await open({ files: await chooseFiles([large]) });
        const code =
          'from pathlib import Path\n[len(list(Path(".").iterdir())), open("f9998").read(), Path("big.txt").stat().st_size, sum(1 for _ in open("big.txt", "rb"))]';
        assert.equal(await value(one, code), `[10000, 'f9998', ${100 << 20}, ${100 << 10}]`);
      } finally {
        await rm(large, { recursive: true });
      }
    });
  });

  describe('with output files', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'outputs-'));
    });
    afterEach(() => rm(folder, { recursive: true }));
    const summary = ({ outputFiles }: StepResult) =>
      outputFiles.map(({ name, bytes, refused }) => [
        name,
        bytes,
        refused === null ? null : refused.slice(0, 20),
      ]);

    it('copies what a step wrote, and only that', async () => {
      const one = await open({ quarantine: path.join(folder, 'kept') });
      const first = await runCode(
        one,
        'import os.path\nfrom pathlib import Path\nPath("/out/sub").mkdir()\nopen("/out/sub/a.csv", "w").write("1,2")\nopen("/tmp/no", "w").write("x")',
      );
      assert.deepEqual(summary(first), [['sub/a.csv', 3, null]]);
      assert.equal(await readFile(path.join(folder, 'kept', 'sub', 'a.csv'), 'utf8'), '1,2');
      assert.deepEqual(summary(await runCode(one, 'open("/out/sub/a.csv").read()')), []);
      assert.deepEqual(
        summary(await runCode(one, 'with open("/out/sub/a.csv", "a") as f: f.write("!")')),
        [['sub/a.csv', 4, null]],
      );
      assert.deepEqual(summary(await runCode(one, 'Path("/tmp/no").rename("/out/moved")')), [
        ['moved', 1, null],
      ]);
      assert.equal(await readFile(path.join(folder, 'kept', 'sub', 'a.csv'), 'utf8'), '1,2!');
    });

    it('refuses what it should, and says why', async () => {
      const one = await open({
        quarantine: folder,
        settings: standardSettings({ maxOutputFiles: 1 }),
      });
      const result = await runCode(
        one,
        'for n in ("ok", "nul.txt", "second"): open("/out/" + n, "w").write("x")',
      );
      assert.deepEqual(summary(result), [
        ['ok', 1, null],
        ['nul.txt', 1, 'the name means a dev'],
        ['second', 1, 'a task may keep 1 ou'],
      ]);
    });

    it('keeps none without a folder, and follows no link', async () => {
      const one = await open();
      assert.deepEqual(summary(await runCode(one, 'open("/out/a", "w").write("x")')), [
        ['a', 1, 'this task keeps no o'],
      ]);
      await one.release();
      const linked = await open({ quarantine: folder });
      const result = await runCode(
        linked,
        'from pathlib import Path\nPath("/out/link").symlink_to("/lib")',
      );
      assert.deepEqual(summary(result), []);
    });
  });
});
