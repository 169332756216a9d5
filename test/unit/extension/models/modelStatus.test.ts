import assert from 'node:assert/strict';
import { settings as ids } from '../../../../extension/manifest.ts';
import { ModelStatus } from '../../../../extension/models/modelStatus.ts';
import { Settings } from '../../../../extension/settings.ts';
import { FakeConfiguration } from '../../../fakes/configuration.ts';
import { quietLog } from '../../../fakes/quietLog.ts';
import { FakeRuntimeRequests } from '../../../fakes/runtimeRequests.ts';

const server = 'http://localhost:11434/v1';

describe('status of the chosen model', () => {
  let configuration: FakeConfiguration;
  let runtime: FakeRuntimeRequests;
  let told: (string | null)[];
  let status: ModelStatus;
  let names: string[];

  beforeEach(() => {
    configuration = new FakeConfiguration();
    names = [];
    told = [];
    runtime = new FakeRuntimeRequests({
      'list-models': () => ({
        models: names.map((name) => ({ name, kind: 'server', ready: true, detail: '' })),
      }),
    });
    status = new ModelStatus({
      runtime,
      settings: new Settings(configuration.configured),
      log: quietLog(),
      onChanged: (problem) => void told.push(problem),
    });
  });

  it('asks nobody about the embedded model', async () => {
    await status.look();
    assert.deepEqual([runtime.asked, told, status.problem], [[], [], null]);
  });

  it('tells when the chosen one is not there, and when it is again', async () => {
    names = [`other@${server}`];
    configuration.own.set(ids.model, `qwen@${server}`);
    await status.look();
    assert.match(status.problem ?? '', /does not offer qwen/);
    names = [`qwen@${server}`];
    await status.look();
    await status.look();
    assert.deepEqual(told, [`The server at ${server} does not offer qwen.`, null]);
  });

  it('looks again when the choice or the endpoints change', async () => {
    configuration.set(ids.model, `qwen@${server}`);
    configuration.set(ids.endpoints, [server]);
    configuration.set(ids.maxSteps, 3);
    await status.look();
    assert.equal(runtime.asked.length, 3);
    assert.deepEqual(runtime.asked.at(-1)?.params, { endpoints: [server] });
    configuration.set(ids.endpoints, ['http://other/v1']);
    await status.look();
    assert.deepEqual(runtime.asked.at(-1)?.params, { endpoints: ['http://other/v1', server] });
  });

  it('passes over an answer that comes after a later one', async () => {
    configuration.own.set(ids.model, `qwen@${server}`);
    names = [`other@${server}`];
    const first = status.look();
    configuration.own.set(ids.model, 'embedded');
    await status.look();
    await first;
    assert.deepEqual([told, status.problem], [[], null]);
  });

  it('takes what cannot be found out as no problem', async () => {
    configuration.own.set(ids.model, `qwen@${server}`);
    const broken = new ModelStatus({
      runtime: new FakeRuntimeRequests({}),
      settings: new Settings(configuration.configured),
      log: quietLog(),
      onChanged: () => assert.fail(),
    });
    await broken.look();
    assert.equal(broken.problem, null);
  });

  it('listens to nothing at the end', () => {
    status.dispose();
    assert.equal(configuration.listeners, 0);
  });
});
