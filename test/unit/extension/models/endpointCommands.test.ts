import assert from 'node:assert/strict';
import { settings as ids } from '../../../../extension/manifest.ts';
import { Keys } from '../../../../extension/secrets.ts';
import { Settings } from '../../../../extension/settings.ts';
import { FakeConfiguration } from '../../../fakes/configuration.ts';
import { quietLog } from '../../../fakes/quietLog.ts';
import { FakeRuntimeRequests } from '../../../fakes/runtimeRequests.ts';
import { type Answer, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';
import { FakeSecretStore } from '../../../fakes/secretStore.ts';
import type * as AddEndpoint from '../../../../extension/models/addEndpoint.ts';
import type * as ForgetKeys from '../../../../extension/models/forgetKeys.ts';
import type * as SetSearchKey from '../../../../extension/models/setSearchKey.ts';

const address = 'https://models.example.com/v1';

describe('commands on endpoints', function () {
  this.timeout(30_000);
  let configuration: FakeConfiguration;
  let settings: Settings;
  let secrets: FakeSecretStore;
  let keys: Keys;

  beforeEach(() => {
    configuration = new FakeConfiguration();
    settings = new Settings(configuration.configured);
    secrets = new FakeSecretStore();
    const runtime = Object.assign(new FakeRuntimeRequests({}), {
      onStarted: () => ({ dispose: () => undefined }),
    });
    keys = new Keys({
      store: secrets.store,
      runtime,
      setContext: () => undefined,
      log: quietLog(),
    });
  });

  async function add(...answers: Answer[]): Promise<[string | null, ScriptedEditor]> {
    const editor = new ScriptedEditor(answers);
    const { addEndpoint } = await editor.load<typeof AddEndpoint>('models/addEndpoint.ts');
    return [await addEndpoint(settings, keys), editor];
  }

  it('add a server to the settings and its key to the secret store', async () => {
    const [added] = await add(`${address}/chat/completions`, ' sesame ');
    assert.equal(added, address);
    assert.deepEqual(settings.endpoints, [address]);
    assert.deepEqual(await keys.servers(), [address]);
    assert.doesNotMatch(JSON.stringify([...configuration.own]), /sesame/);
  });

  it('add a server without a key, and no server twice', async () => {
    await add(address, '');
    await add(`${address}/`, '');
    assert.deepEqual(settings.endpoints, [address]);
    assert.deepEqual(await keys.servers(), []);
  });

  it('change nothing when the person gives up', async () => {
    assert.equal((await add(undefined))[0], null);
    assert.equal((await add(address, undefined))[0], null);
    assert.equal(configuration.own.has(ids.endpoints), false);
    assert.equal(secrets.kept.size, 0);
  });

  it('refuse what is no address while it is typed', async () => {
    await assert.rejects(add('models.example.com'), /starts with http/);
  });

  it('warn of a key on an open network', async () => {
    const [, editor] = await add('http://models.example.com/v1', 'sesame');
    assert.match(editor.shown[1]?.text ?? '', /not encrypted/);
    const [, other] = await add('http://localhost:9000/v1', '');
    assert.doesNotMatch(other.shown[1]?.text ?? '', /not encrypted/);
  });

  it('replace a key, and take an empty one as none', async () => {
    await add(address, 'sesame');
    const editor = new ScriptedEditor(['open', '']);
    const { setKey } = await editor.load<typeof AddEndpoint>('models/addEndpoint.ts');
    assert.equal(await setKey(keys, address), true);
    assert.match([...secrets.kept.values()].join(), /open/);
    assert.equal(await setKey(keys, address), true);
    assert.deepEqual(await keys.servers(), []);
  });

  it('keep the key of a search service under its address', async () => {
    const brave = { label: 'Brave Search', description: 'https://api.search.brave.com' };
    const editor = new ScriptedEditor([brave.label, 'sesame', undefined]);
    const { setSearchKey } = await editor.load<typeof SetSearchKey>('models/setSearchKey.ts');
    await setSearchKey(keys);
    assert.deepEqual(await keys.servers(), [brave.description]);
    assert.match(editor.shown.at(-1)?.text ?? '', /sent to api\.search\.brave\.com only/);
    await setSearchKey(keys);
    assert.deepEqual(await keys.servers(), [brave.description]);
  });

  it('forget the keys that the person ticks', async () => {
    await add(address, 'sesame');
    await add('http://localhost:9000/v1', 'open');
    const editor = new ScriptedEditor([[address], undefined]);
    const { forgetKeys } = await editor.load<typeof ForgetKeys>('models/forgetKeys.ts');
    await forgetKeys(keys);
    assert.deepEqual(await keys.servers(), ['http://localhost:9000/v1']);
    assert.match(editor.shown.at(-1)?.text ?? '', /^The key for https.* is forgotten\.$/);
    await forgetKeys(keys);
    assert.deepEqual(await keys.servers(), ['http://localhost:9000/v1']);
  });

  it('say when there is none to forget', async () => {
    const editor = new ScriptedEditor();
    const { forgetKeys } = await editor.load<typeof ForgetKeys>('models/forgetKeys.ts');
    await forgetKeys(keys);
    assert.equal(editor.shown[0]?.text, 'No key is kept.');
  });
});
