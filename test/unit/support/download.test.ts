import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  download,
  DownloadError,
  sha256Of,
  type DownloadOptions,
  type DownloadRequest,
} from '../../../runtime/support/download.ts';
import type { Progress } from '../../../runtime/support/progress.ts';
import { cutFile, file, startMirror, status, stuckFile, type Mirror } from '../../fakes/mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const content = new Uint8Array(200_000).map((_, index) => (index * 31) % 251);
const sha256 = createHash('sha256').update(content).digest('hex');

describe('download', () => {
  let mirror: Mirror;
  let folder: TemporaryFolder;
  let progress: Progress[];
  beforeEach(async () => {
    mirror = await startMirror();
    folder = await makeTemporaryFolder();
    progress = [];
  });
  afterEach(async () => {
    await mirror.close();
    await folder.remove();
  });

  const request = (): DownloadRequest => ({
    url: `${mirror.url}/wheel`,
    path: path.join(folder.path, 'below', 'wheel'),
    sha256,
    activity: 'Fetching a wheel',
  });
  const options = (signal = new AbortController().signal): DownloadOptions => ({
    signal,
    onProgress: (report) => progress.push(report),
    stallMilliseconds: 150,
    retryMilliseconds: 5,
  });
  const problemOf = async (promise: Promise<void>): Promise<DownloadError> => {
    try {
      await promise;
    } catch (error) {
      assert.ok(error instanceof DownloadError, String(error));
      return error;
    }
    return assert.fail('the download should have failed');
  };
  const left = (): Promise<string[]> => readdir(path.join(folder.path, 'below'));

  it('fetches a file, tells how far it is and leaves nothing else', async () => {
    mirror.answers.set('/wheel', file(content));
    await download(request(), options());
    assert.deepEqual(new Uint8Array(await readFile(request().path)), content);
    assert.deepEqual(await left(), ['wheel']);
    assert.deepEqual(progress.at(0), {
      activity: 'Fetching a wheel',
      done: 0,
      total: content.length,
      unit: 'bytes',
    });
    assert.equal(progress.at(-1)?.done, content.length);
  });

  it('asks for nothing when the file is there', async () => {
    mirror.answers.set('/wheel', file(content));
    await download(request(), options());
    await download(request(), options());
    assert.deepEqual(mirror.requests, ['GET /wheel']);
  });

  it('fetches a damaged file again', async () => {
    mirror.answers.set('/wheel', file(content));
    await folder.write('below/wheel', content.subarray(0, 100));
    await download(request(), options());
    assert.equal(await sha256Of(request().path), sha256);
  });

  it('continues where the connection was cut', async () => {
    mirror.answers.set('/wheel', cutFile(content, 60_000, 2));
    await download(request(), options());
    assert.equal(await sha256Of(request().path), sha256);
    assert.equal(mirror.requests[0], 'GET /wheel');
    const starts = mirror.requests.slice(1).map((line) => Number(/bytes=(\d+)-/.exec(line)?.[1]));
    assert.equal(starts.length, 2);
    assert.ok(starts[0]! > 0 && starts[1]! > starts[0]!, starts.join(' '));
  });

  it('continues what an earlier run left, after one that was cut three times', async () => {
    mirror.answers.set('/wheel', cutFile(content, 30_000, 3));
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'unreachable');
    assert.match(problem.message, /what has arrived is kept/);
    assert.deepEqual(await left(), ['wheel.part']);
    await download(request(), options());
    assert.match(mirror.requests.at(-1)!, /bytes=\d{4,}-/);
    assert.equal(await sha256Of(request().path), sha256);
  });

  it('starts over when the server cannot continue', async () => {
    await folder.write('below/wheel.part', content.subarray(0, 1000));
    mirror.answers.set('/wheel', (_request, response) => {
      response.writeHead(200).end(content);
    });
    await download(request(), options());
    assert.equal(await sha256Of(request().path), sha256);
  });

  it('accepts a part that already holds everything', async () => {
    await folder.write('below/wheel.part', content);
    mirror.answers.set('/wheel', file(content));
    await download(request(), options());
    assert.equal(await sha256Of(request().path), sha256);
  });

  it('starts over once when the part belonged to another file', async () => {
    await folder.write('below/wheel.part', new Uint8Array(500).fill(7));
    mirror.answers.set('/wheel', file(content));
    await download(request(), options());
    assert.equal(await sha256Of(request().path), sha256);
    assert.deepEqual(mirror.requests, ['GET /wheel bytes=500-', 'GET /wheel']);
  });

  it('refuses and deletes a file with the wrong content', async () => {
    mirror.answers.set('/wheel', file(content.subarray(1)));
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'wrong-checksum');
    assert.match(problem.message, /instead of/);
    assert.deepEqual(await left(), []);
  });

  it('says which address is missing, without trying again', async () => {
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'refused');
    assert.match(problem.message, /\/wheel answered 404/);
    assert.equal(mirror.requests.length, 1);
  });

  it('does not take a login page for the file', async () => {
    mirror.answers.set('/wheel', status(200, '<html>Please log in</html>', 'text/html'));
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'not-the-file');
    assert.match(problem.message, /web page instead of the file/);
  });

  it('tries again when the server is busy', async () => {
    mirror.answers.set('/wheel', (asked, response, count) =>
      count < 3 ? status(503)(asked, response, count) : file(content)(asked, response, count),
    );
    await download(request(), options());
    assert.equal(mirror.requests.length, 3);
  });

  it('gives up on a server that stays busy', async () => {
    mirror.answers.set('/wheel', status(503));
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'unreachable');
    assert.match(problem.message, /503/);
    assert.equal(mirror.requests.length, 3);
  });

  it('does not wait for ever on a connection that sends nothing', async () => {
    mirror.answers.set('/wheel', stuckFile(content, 10));
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'unreachable');
  });

  it('says so when nobody listens', async () => {
    const unused = request();
    await mirror.close();
    const problem = await problemOf(download(unused, options()));
    assert.equal(problem.problem, 'unreachable');
    assert.match(problem.message, /ECONNREFUSED/);
    mirror = await startMirror();
  });

  it('stops when it is told to and keeps what has come', async () => {
    mirror.answers.set('/wheel', stuckFile(content, 1000));
    const stop = new AbortController();
    const running = download(request(), { ...options(stop.signal), stallMilliseconds: 60_000 });
    while (progress.every((report) => report.done === 0)) await delay(5);
    stop.abort();
    await assert.rejects(running, { name: 'AbortError' });
    assert.deepEqual(await left(), ['wheel.part']);
  });

  it('fetches once when two want the same file', async () => {
    mirror.answers.set('/wheel', file(content));
    await Promise.all([download(request(), options()), download(request(), options())]);
    assert.equal(mirror.requests.length, 1);
  });

  it('names the path that cannot be written', async () => {
    mirror.answers.set('/wheel', file(content));
    await folder.write('below', 'a file where the folder should be');
    const problem = await problemOf(download(request(), options()));
    assert.equal(problem.problem, 'cannot-write');
    assert.match(problem.message, /below.*cannot be written \((EEXIST|ENOTDIR)\)/);
    assert.deepEqual(mirror.requests, []);
  });
});
