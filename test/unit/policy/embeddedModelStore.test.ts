import assert from 'node:assert/strict';
import { embeddedModel } from '../../../runtime/policy/embeddedModel.ts';
import type { EmbeddedModelPlaces } from '../../../runtime/policy/embeddedModelStore.ts';
import {
  embeddedModelSources,
  openEmbeddedModelStore,
} from '../../../runtime/policy/embeddedModelStore.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import type { Mirror } from '../../fakes/mirror.ts';
import { startMirror, status } from '../../fakes/mirror.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('embeddedModelStore', () => {
  const at = temporaryFolder();
  let mirror: Mirror;
  beforeEach(async () => {
    mirror = await startMirror();
  });
  afterEach(() => mirror.close());
  // An empty PATH: no Python is found.
  const places = (changes: Partial<EmbeddedModelPlaces> = {}): EmbeddedModelPlaces => ({
    cache: at('cache'),
    platform: 'linux',
    env: { PATH: at() },
    namedFile: null,
    hubBaseUrl: mirror.url,
    ...changes,
  });

  it('asks Python first and then the hub', () => {
    const names = embeddedModelSources(places()).map((source) => source.name);
    assert.deepEqual(names, ['pip', new URL(mirror.url).host]);
  });

  it('asks for a named file before it uses the network', () => {
    const [first] = embeddedModelSources(places({ namedFile: '/mine.gguf' }));
    assert.equal(first?.name, 'the file /mine.gguf');
  });

  it('uses the public hub unless told otherwise', () => {
    const usual = { cache: at(), platform: 'linux', env: {}, namedFile: null } as const;
    assert.equal(embeddedModelSources(usual).at(-1)?.name, 'huggingface.co');
  });

  it('tells of every place that it tried', async () => {
    mirror.answers.set(`/${embeddedModel.hubPath}`, status(404));
    const store = openEmbeddedModelStore(places({ namedFile: at('none.gguf') }));
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    await assert.rejects(store.ensure(options), (error) => {
      assert.ok(error instanceof FailureError);
      assert.match(error.message, /the file .*none\.gguf: it cannot be read \(ENOENT\)/);
      assert.match(error.message, /pip: there is no program python3; there is no program python/);
      assert.match(error.message, /127\.0\.0\.1:\d+: .* answered 404/);
      return true;
    });
  });
});
