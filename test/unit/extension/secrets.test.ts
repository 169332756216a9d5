import assert from 'node:assert/strict';
import { setImmediate as soon } from 'node:timers/promises';
import { contextKeys, secretName } from '../../../extension/manifest.ts';
import type { RuntimeRequests } from '../../../extension/runtime/runtimeRequests.ts';
import { Keys } from '../../../extension/secrets.ts';
import { quietLog, type QuietLog } from '../../fakes/quietLog.ts';
import { FakeRuntimeRequests } from '../../fakes/runtimeRequests.ts';
import { FakeSecretStore } from '../../fakes/secretStore.ts';

const server = 'https://models.example.com/v1';
const other = 'http://localhost:8000/v1';

/** A runtime that can be started, as the client is. */
class StartedRuntime extends FakeRuntimeRequests {
  #listener: ((runtime: RuntimeRequests) => Promise<void>) | null = null;

  onStarted(listener: (runtime: RuntimeRequests) => Promise<void>): { dispose(): void } {
    this.#listener = listener;
    return { dispose: () => (this.#listener = null) };
  }

  async start(): Promise<void> {
    await this.#listener?.(this);
  }
}

describe('keys', () => {
  let secrets: FakeSecretStore;
  let runtime: StartedRuntime;
  let shown: Map<string, boolean>;
  let log: QuietLog;
  let keys: Keys;

  beforeEach(() => {
    secrets = new FakeSecretStore();
    runtime = new StartedRuntime({ 'set-keys': () => ({}) });
    shown = new Map();
    log = quietLog();
    const setContext = (key: string, value: boolean) => void shown.set(key, value);
    keys = new Keys({ store: secrets.store, runtime, setContext, log });
  });

  afterEach(() => keys.dispose());

  it('are handed to the runtime at its start', async () => {
    await keys.set(server, 'sesame');
    assert.deepEqual(runtime.asked, [], 'a key alone does not start the runtime');
    await runtime.start();
    assert.deepEqual(runtime.asked, [
      { name: 'set-keys', params: { keys: { [server]: 'sesame' } } },
    ]);
  });

  it('are handed over again when one changes, here or in another window', async () => {
    await runtime.start();
    await keys.set(server, 'sesame');
    await keys.set(other, 'open');
    await soon();
    assert.deepEqual(runtime.asked.at(-1)?.params, {
      keys: { [server]: 'sesame', [other]: 'open' },
    });
  });

  it('can be forgotten one by one, and leave nothing when all are', async () => {
    await keys.set(server, 'sesame');
    await keys.set(other, 'open');
    await keys.forget([server]);
    assert.deepEqual(await keys.servers(), [other]);
    await keys.forget([other]);
    assert.equal(secrets.kept.has(secretName), false);
    assert.deepEqual(await keys.servers(), []);
  });

  it('show the command that forgets them only while there are some', async () => {
    await keys.showWhetherThereAre();
    assert.equal(shown.get(contextKeys.hasKeys), false);
    await keys.set(server, 'sesame');
    await soon();
    assert.equal(shown.get(contextKeys.hasKeys), true);
    await keys.forget([server]);
    await soon();
    assert.equal(shown.get(contextKeys.hasKeys), false);
  });

  for (const broken of ['not json', '[1]', '{"https://a/v1": 3}']) {
    it(`take what cannot be read as none: ${broken}`, async () => {
      secrets.kept.set(secretName, broken);
      assert.deepEqual(await keys.servers(), []);
      assert.match(log.lines.join('\n'), /could not be read/);
      await keys.set(server, 'sesame');
      assert.deepEqual(await keys.servers(), [server]);
    });
  }

  it('never appear in the log', async () => {
    const refusing = new StartedRuntime({
      'set-keys': () => {
        throw new Error('The runtime is busy.');
      },
    });
    const setContext = () => undefined;
    const own = new Keys({ store: secrets.store, runtime: refusing, setContext, log });
    await refusing.start().catch(() => undefined);
    await own.set(server, 'sesame');
    await soon();
    assert.match(log.lines.join('\n'), /could not be handed over: The runtime is busy/);
    assert.doesNotMatch(log.lines.join('\n'), /sesame/);
    own.dispose();
  });

  it('are not listened for any more at the end', () => {
    keys.dispose();
    assert.equal(secrets.listeners, 0);
  });
});
