import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { HubSource, publicHub } from '../../../../runtime/policy/modelSources/hubSource.ts';
import { SourceError } from '../../../../runtime/policy/modelSources/modelSource.ts';
import { embeddedModel } from '../../../../runtime/policy/embeddedModel.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import type { Mirror } from '../../../fakes/mirror.ts';
import { cutFile, file, startMirror, status, stuckFile } from '../../../fakes/mirror.ts';
import { smallContent, smallModel } from '../../../fakes/smallModel.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const address = `/${smallModel.hubPath}`;

describe('hubSource', () => {
  const at = temporaryFolder();
  let mirror: Mirror;
  let progress: Progress[];
  beforeEach(async () => {
    mirror = await startMirror();
    progress = [];
  });
  afterEach(() => mirror.close());

  const fetch = (signal = new AbortController().signal): Promise<void> =>
    new HubSource({ baseUrl: mirror.url, stallMilliseconds: 200, retryMilliseconds: 5 }).fetch({
      model: smallModel,
      target: at('incoming'),
      signal,
      onProgress: (report) => progress.push(report),
    });
  const reasonOf = async (promise: Promise<void>): Promise<string> => {
    const error: unknown = await promise.then(() => null).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof SourceError, String(error));
    return error.message;
  };

  it('fetches the file and tells how far it is', async () => {
    mirror.answers.set(address, file(smallContent));
    await fetch();
    assert.deepEqual(new Uint8Array(readFileSync(at('incoming'))), smallContent);
    assert.deepEqual(progress.at(-1), {
      activity: 'Fetching the embedded model',
      done: smallModel.bytes,
      total: smallModel.bytes,
      unit: 'bytes',
    });
  });

  it('continues where a cut connection stopped', async () => {
    mirror.answers.set(address, cutFile(smallContent, 100_000, 1));
    await fetch();
    assert.deepEqual(mirror.requests, [`GET ${address}`, `GET ${address} bytes=100000-`]);
  });

  it('continues what an earlier run left', async () => {
    mirror.answers.set(address, cutFile(smallContent, 50_000, 3));
    assert.match(await reasonOf(fetch()), /what has arrived is kept and continued/);
    mirror.answers.set(address, file(smallContent));
    await fetch();
    assert.equal(mirror.requests.at(-1), `GET ${address} bytes=150000-`);
    assert.deepEqual(new Uint8Array(readFileSync(at('incoming'))), smallContent);
  });

  it('tells why the hub gave nothing', async () => {
    mirror.answers.set(address, status(404));
    assert.match(await reasonOf(fetch()), /answered 404 Not Found/);
    mirror.answers.set(address, status(200, '<html>log in</html>', 'text/html'));
    assert.match(await reasonOf(fetch()), /web page instead of the file/);
    mirror.answers.set(address, file(new Uint8Array(1000)));
    assert.match(await reasonOf(fetch()), /has checksum .* and was deleted/);
    mirror.answers.set(address, stuckFile(smallContent, 10));
    assert.match(await reasonOf(fetch()), /cannot be reached/);
  });

  it('stops when it is cancelled', async () => {
    mirror.answers.set(address, stuckFile(smallContent, 1000));
    const cancel = new AbortController();
    const running = fetch(cancel.signal);
    setTimeout(() => cancel.abort(), 50);
    await assert.rejects(running, { name: 'AbortError' });
  });

  it('asks the public hub for a fixed revision', () => {
    const url = new URL(`${publicHub}/${embeddedModel.hubPath}`);
    assert.equal(url.protocol, 'https:');
    assert.match(url.pathname, /\/resolve\/[0-9a-f]{40}\/SmolLM2-135M-Instruct\.Q4_1\.gguf$/);
  });
});
