import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { embeddedModel } from '../../../runtime/policy/embeddedModel.ts';
import type {
  FetchRequest,
  ModelSource,
} from '../../../runtime/policy/modelSources/modelSource.ts';
import { SourceError } from '../../../runtime/policy/modelSources/modelSource.ts';
import { ModelStore } from '../../../runtime/policy/modelStore.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { smallContent, smallModel } from '../../fakes/smallModel.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

/** Writes what it was given, after a moment, and counts how often it was asked. */
class FakeSource implements ModelSource {
  readonly name: string;
  asked = 0;
  readonly #answer: Uint8Array | Error;

  constructor(name: string, answer: Uint8Array | Error) {
    this.name = name;
    this.#answer = answer;
  }

  async fetch(request: FetchRequest): Promise<void> {
    this.asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    request.signal.throwIfAborted();
    if (this.#answer instanceof Error) throw this.#answer;
    writeFileSync(request.target, this.#answer);
  }
}

describe('modelStore', () => {
  const at = temporaryFolder();
  const store = (...sources: readonly ModelSource[]): ModelStore =>
    new ModelStore({ cache: at('cache'), model: smallModel, sources });
  const good = (): FakeSource => new FakeSource('good', smallContent);
  const ensure = (of: ModelStore, signal = new AbortController().signal): Promise<string> =>
    of.ensure({ signal, onProgress: () => undefined });
  const messageOf = async (promise: Promise<unknown>): Promise<string> => {
    const error: unknown = await promise.then(() => null).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof FailureError, String(error));
    assert.equal(error.failure.code, 'policy/model-unavailable');
    return error.message;
  };
  const left = (of: ModelStore): string[] => readdirSync(path.dirname(of.path)).sort();

  it('puts the model under the start of its checksum', () => {
    const folder = smallModel.sha256.slice(0, 12);
    assert.equal(store().path, path.join(at('cache'), 'models', folder, 'small.gguf'));
  });

  it('fetches once and finds it afterwards', async () => {
    const source = good();
    assert.equal(await store(source).has(), false);
    const file = await ensure(store(source));
    assert.deepEqual(new Uint8Array(readFileSync(file)), smallContent);
    await ensure(store(source));
    assert.equal(source.asked, 1);
    assert.deepEqual(left(store()), ['small.gguf', 'small.gguf.verified.json']);
  });

  it('takes a file that a person put there, after checking it', async () => {
    mkdirSync(path.dirname(store().path), { recursive: true });
    writeFileSync(store().path, smallContent);
    assert.equal(await store().has(), true);
  });

  it('checks again when the file was touched, and fetches when it was damaged', async () => {
    const source = good();
    const file = await ensure(store(source));
    const damaged = Uint8Array.from(smallContent);
    damaged[1000] = 255 - (damaged[1000] ?? 0);
    writeFileSync(file, damaged);
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    assert.equal(await store().has(), false);
    await ensure(store(source));
    assert.equal(source.asked, 2);
    assert.deepEqual(new Uint8Array(readFileSync(file)), smallContent);
  });

  it('does not read the file whole when its stamp still fits', async () => {
    const file = await ensure(store(good()));
    const { mtime } = statSync(file);
    // Same size and time with other bytes: only a full read could notice.
    writeFileSync(file, new Uint8Array(smallModel.bytes));
    utimesSync(file, mtime, mtime);
    const stamp = `${file}.verified.json`;
    const known = JSON.parse(readFileSync(stamp, 'utf8')) as Record<string, unknown>;
    writeFileSync(
      stamp,
      JSON.stringify({ ...known, modifiedMilliseconds: statSync(file).mtimeMs }),
    );
    assert.equal(await store().has(), true);
  });

  it('survives a stamp that is no stamp', async () => {
    const file = await ensure(store(good()));
    writeFileSync(`${file}.verified.json`, '{"sha256":');
    assert.equal(await store().has(), true);
  });

  it('asks the sources in order until one has it', async () => {
    const sources = [new FakeSource('first', new SourceError('not here')), good(), good()] as const;
    await ensure(store(...sources));
    assert.deepEqual(
      sources.map((source) => source.asked),
      [1, 1, 0],
    );
  });

  it('goes on to the next source when one gives the wrong file', async () => {
    const wrong = new FakeSource('wrong', new Uint8Array([1, 2, 3]));
    const file = await ensure(store(wrong, good()));
    assert.deepEqual(new Uint8Array(readFileSync(file)), smallContent);
  });

  it('says for each source why it failed and what can be done', async () => {
    const message = await messageOf(
      ensure(
        store(
          new FakeSource('pip', new SourceError('there is no program python3')),
          new FakeSource('hub.example', new Uint8Array([1])),
          new FakeSource('odd', new TypeError('x is undefined')),
        ),
      ),
    );
    assert.match(message, /^The embedded model Small model could not be fetched\.$/m);
    assert.match(message, /^ {2}- pip: there is no program python3$/m);
    assert.match(message, /^ {2}- hub\.example: its file has checksum 4bf5122f.* was deleted$/m);
    assert.match(message, /^ {2}- odd: unexpected problem: x is undefined$/m);
    assert.match(message, /put small\.gguf \(SHA-256 [0-9a-f]{64}\) at .*small\.gguf,$/m);
  });

  it('fetches once when two ask at the same time', async () => {
    const source = good();
    await Promise.all([ensure(store(source)), ensure(store(source)), ensure(store(source))]);
    assert.equal(source.asked, 1);
  });

  it('gives up when it is cancelled, without asking the next source', async () => {
    const cancel = new AbortController();
    const next = good();
    const running = ensure(store(good(), next), cancel.signal);
    setTimeout(() => cancel.abort(), 5);
    await assert.rejects(running, { name: 'AbortError' });
    assert.equal(next.asked, 0);
    assert.equal(await store().has(), false);
  });

  it('says so when the cache folder cannot be made', async () => {
    writeFileSync(at('cache'), 'a file in the way');
    await assert.rejects(ensure(store(good())), /Set TOOL_R1_CACHE to a folder that can/);
  });

  it('pins the embedded model by a whole checksum', () => {
    assert.match(embeddedModel.sha256, /^[0-9a-f]{64}$/);
    assert.ok(embeddedModel.wheel.member.endsWith(embeddedModel.fileName));
    assert.ok(embeddedModel.hubPath.endsWith(embeddedModel.fileName));
  });
});
