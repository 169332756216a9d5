// Episodes side by side and one after the other: nothing of one is found in another. Recovery, cancel and limits are in
// episodeSandbox.test.ts.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PyodideSandboxPool } from '../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Sandbox } from '../../../runtime/sandbox/sandbox.ts';
import { ProcessHandle } from '../../../runtime/sandbox/processHandle.ts';
import { WorkerHandle } from '../../../runtime/sandbox/workerHandle.ts';
import type { ProcessCommand } from '../../../runtime/sandbox/workerProtocol.ts';
import type { SandboxPoolOptions } from '../../../runtime/sandbox/sandboxOptions.ts';
import {
  never,
  openSandboxPool,
  runCode,
  sandboxLeftovers,
  testEpisode,
} from '../../fakes/sandboxPool.ts';

async function withPool<Value>(
  options: Partial<SandboxPoolOptions>,
  work: (pool: PyodideSandboxPool) => Promise<Value>,
): Promise<Value> {
  const pool = openSandboxPool(options);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

describe('a pool of sandboxes', function () {
  this.timeout(90_000);

  it('keeps 16 episodes on 2 x 2 workers apart', async () => {
    await withPool({ processes: 2, workersPerProcess: 2 }, async (pool) => {
      const episode = async (id: number): Promise<string | null> => {
        const sandbox = await pool.acquire(testEpisode({ seed: id }), never);
        const write = `import math\nassert "v" not in globals() and math.pi > 3.1\nv = ${id}\nopen("/out/out.txt", "x").write(str(v))`;
        const first = await runCode(sandbox, write);
        assert.equal(first.outcome, 'executed', first.error?.message);
        await runCode(sandbox, 'math.pi = 3\nweb_qa("let the others go on")');
        const { value } = await runCode(sandbox, '(v, open("/out/out.txt").read())');
        await sandbox.release();
        return value;
      };
      const ids = Array.from({ length: 16 }, (_, id) => id);
      const values = await Promise.all(ids.map(episode));
      assert.deepEqual(
        values,
        ids.map((id) => `(${id}, '${id}')`),
      );
    });
  });

  it('gives equal random numbers for equal seeds, whatever happened before', async () => {
    await withPool({ processes: 1, workersPerProcess: 2 }, async (pool) => {
      const code =
        'import random\n[random.random() for _ in range(3)], hash("a"), id(random) > 0, [*{"x", "y", "z"}]';
      const values: (string | null)[] = [];
      for (const seed of [5, 5, 6, 5]) {
        const sandbox = await pool.acquire(testEpisode({ seed }), never);
        values.push((await runCode(sandbox, code)).value);
        await runCode(
          sandbox,
          'import random\nrandom.seed(99)\nx = [random.random() for _ in range(1000)]',
        );
        await sandbox.release();
      }
      const [first, second, other, last] = values;
      assert.equal(first, second);
      assert.equal(first, last);
      assert.notEqual(first, other);
    });
  });

  it('works through the main thread of the process where pipes cannot be used', async () => {
    await withPool({ relay: 'messages' }, async (pool) => {
      const sandbox = await pool.acquire(testEpisode(), never);
      assert.equal(
        (await runCode(sandbox, 'web_qa("x" * 100000)["question"] == "x" * 100000')).value,
        'True',
      );
      const looping = await runCode(sandbox, 'x = 1\nsum(range(10 ** 12))', {
        timeoutMilliseconds: 200,
      });
      assert.deepEqual([looping.outcome, looping.recovery], ['timeout', 'moved']);
      assert.equal((await runCode(sandbox, 'web_qa("again")["question"]')).value, "'again'");
    });
  });

  it('boots plainly where there is no snapshot, and says so', async () => {
    await withPool({ snapshot: false, workersPerProcess: 2 }, async (pool) => {
      const sandbox = await pool.acquire(testEpisode(), never);
      assert.equal((await runCode(sandbox, 'x = 20\nx + 1')).value, '21');
      const order = '[*{"north", "south", "east", "west"}], hash("a")';
      const plain = await runCode(sandbox, order);
      const other = await withPool({}, async (fromSnapshot) =>
        runCode(await fromSnapshot.acquire(testEpisode(), never), order),
      );
      assert.equal(plain.value, other.value);
      const stubborn =
        'y = 1\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass';
      const stopped = await runCode(sandbox, stubborn, { timeoutMilliseconds: 200 });
      assert.deepEqual([stopped.outcome, stopped.recovery], ['timeout', 'rolled-back']);
      assert.equal((await runCode(sandbox, 'x')).value, '20');
      const guarantees = await pool.probe();
      const [snapshot] = guarantees.filter(({ name }) => name.includes('snapshot'));
      assert.equal(snapshot?.holds, false);
    });
  });

  it('gives up on a sandbox that cannot start, and says why', async () => {
    const distDirectory = await mkdtemp(path.join(tmpdir(), 'tool-r1-dist-'));
    const stub = path.join(distDirectory, 'sandbox');
    try {
      await mkdir(path.join(stub, 'kernel'), { recursive: true });
      await writeFile(path.join(stub, 'sandboxChild.mjs'), 'throw new Error("bundle is broken")');
      await withPool({ distDirectory, snapshot: false }, async (pool) => {
        for (let round = 0; round < 2; round += 1) {
          await assert.rejects(
            pool.acquire(testEpisode(), never),
            /does not start.*bundle is broken/s,
          );
        }
      });
    } finally {
      await rm(distDirectory, { recursive: true });
    }
  });

  it('builds a damaged snapshot again', async () => {
    const cacheDirectory = await mkdtemp(path.join(tmpdir(), 'tool-r1-cache-'));
    const progress: number[] = [];
    const onProgress = ({ done }: { done: number }) => progress.push(done);
    try {
      await withPool({ cacheDirectory, onProgress }, (pool) => pool.warm());
      assert.ok(progress.length > 2 && progress.length < 100, `${progress.length} reports`);
      const built = progress.length;
      await withPool({ cacheDirectory, onProgress }, (pool) => pool.warm());
      assert.equal(progress.length, built);
      const [name = ''] = (await readdir(path.join(cacheDirectory, 'sandbox'))).filter(
        (one) => one !== 'sessions',
      );
      await writeFile(path.join(cacheDirectory, 'sandbox', name, 'snapshot.bin'), 'cut');
      await withPool({ cacheDirectory, onProgress }, async (pool) => {
        const sandbox = await pool.acquire(testEpisode(), never);
        assert.equal((await runCode(sandbox, '1 + 1')).value, '2');
      });
      assert.ok(progress.length > built);
    } finally {
      await rm(cacheDirectory, { recursive: true, force: true });
    }
  });

  it('lets one who waits go, and tells the others when it closes', async () => {
    await withPool({}, async (pool) => {
      await pool.acquire(testEpisode(), never);
      await assert.rejects(pool.acquire(testEpisode(), AbortSignal.timeout(50)), {
        name: 'AbortError',
      });
      const waits = pool.acquire(testEpisode(), never);
      setTimeout(() => void pool.close(), 50);
      await assert.rejects(waits, {
        failure: {
          code: 'sandbox/closed',
          boundary: 'sandbox',
          message: 'The sandboxes are closed.',
        },
      });
    });
  });

  it('replaces a process that dies, and says what happened to the step', async () => {
    await withPool({}, async (pool) => {
      const sandbox = await pool.acquire(testEpisode(), never);
      const step = runCode(sandbox, 'while True: pass');
      setTimeout(() => {
        for (const pid of pool.processIds) process.kill(pid, 'SIGKILL');
      }, 200);
      await assert.rejects(step, /ended with SIGKILL.*start the task again/);
      await sandbox.release();
      const next: Sandbox = await pool.acquire(testEpisode(), never);
      assert.equal((await runCode(next, '1 + 1')).value, '2');
    });
  });

  it('takes a thread over also when this process is busy while it changes', async () => {
    await withPool({}, async (pool) => {
      const sandbox = await pool.acquire(testEpisode(), never);
      await runCode(sandbox, 'kept = 5');
      // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the worker below
      const replace = WorkerHandle.prototype.replace;
      // Holds the event loop from the order to end the thread until the next one is there.
      WorkerHandle.prototype.replace = function (this: WorkerHandle) {
        replace.call(this);
        setImmediate(() => {
          const end = performance.now() + 1500;
          while (performance.now() < end);
        });
      };
      try {
        const hard = await runCode(sandbox, 'sum(range(10 ** 13))', { timeoutMilliseconds: 200 });
        assert.deepEqual([hard.outcome, hard.recovery], ['timeout', 'moved']);
      } finally {
        WorkerHandle.prototype.replace = replace;
      }
      assert.equal((await runCode(sandbox, 'kept')).value, '5');
    });
  });

  it('lends a worker again that ended before its process was told to replace it', async () => {
    await withPool({}, async (pool) => {
      // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the process below
      const send = ProcessHandle.prototype.send;
      ProcessHandle.prototype.send = function (this: ProcessHandle, command: ProcessCommand) {
        if (command.type === 'replace') setTimeout(() => send.call(this, command), 300);
        else send.call(this, command);
      };
      try {
        const sandbox = await pool.acquire(testEpisode(), never);
        await runCode(sandbox, 'x = bytearray(200 << 20)');
        await sandbox.release();
        const next = await pool.acquire(testEpisode(), never);
        assert.equal((await runCode(next, '1 + 1')).value, '2');
      } finally {
        ProcessHandle.prototype.send = send;
      }
    });
  });

  it('replaces a worker whose heap has grown', async () => {
    await withPool({}, async (pool) => {
      for (let round = 0; round < 2; round += 1) {
        const sandbox = await pool.acquire(testEpisode(), never);
        assert.equal(
          (await runCode(sandbox, 'x = bytearray(200 << 20)\nlen(x)')).value,
          String(200 << 20),
        );
        await sandbox.release();
      }
    });
  });

  it('leaves no process and no file', async () => {
    const pool = openSandboxPool({ processes: 2 });
    const sandbox = await pool.acquire(testEpisode(), never);
    await runCode(sandbox, '1');
    const pids = pool.processIds;
    assert.equal(pids.length, 2);
    await pool.close();
    for (const pid of pids) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    assert.deepEqual(await sandboxLeftovers(), []);
  });

  it('refuses a step in a sandbox that was given back, or that runs one', async () => {
    await withPool({}, async (pool) => {
      const sandbox = await pool.acquire(testEpisode(), never);
      const first = runCode(sandbox, '1');
      await assert.rejects(runCode(sandbox, '2'), {
        failure: {
          code: 'sandbox/busy',
          boundary: 'sandbox',
          message: 'This sandbox is running a step already.',
        },
      });
      await first;
      await sandbox.release();
      await sandbox.release();
      await assert.rejects(runCode(sandbox, '3'), /released already/);
    });
  });

  it('finds the protections of this machine by trying them', async () => {
    await withPool({}, async (pool) => {
      const guarantees = await pool.probe();
      assert.equal(guarantees.length, 10);
      const required = [
        'Files are out of reach',
        'Python is sealed from the machine',
        'Memory is limited',
      ];
      for (const name of required) {
        assert.equal(guarantees.find((one) => one.name === name)?.holds, true, name);
      }
      for (const { detail } of guarantees) assert.match(detail, /\.$/);
      assert.equal(await pool.probe(), guarantees);
    });
  });
});
