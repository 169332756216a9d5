import assert from 'node:assert/strict';
import { ModelListing } from '../../../runtime/contract/requests.ts';
import {
  listModels,
  usualServers,
  type ModelListingParts,
} from '../../../runtime/policy/modelListing.ts';
import { parseModelName } from '../../../runtime/policy/modelName.ts';

const signal = new AbortController().signal;
const server = { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', start: 'ollama serve' };

function list(
  ask: (baseUrl: string, limit: AbortSignal) => Promise<readonly string[] | null>,
  hasEmbedded = true,
) {
  const embedded = { title: 'SmolLM2', bytes: 98_362_432 };
  return listModels(
    { embedded, hasEmbedded: () => Promise.resolve(hasEmbedded), servers: [server], ask },
    signal,
  );
}

describe('listModels', () => {
  it('says whether the embedded model is there, and how to get it', async () => {
    const [ready] = await list(() => Promise.resolve(null));
    assert.deepEqual([ready?.name, ready?.ready], ['embedded', true]);
    const [missing] = await list(() => Promise.resolve(null), false);
    assert.equal(missing?.ready, false);
    assert.match(missing.detail, /fetched \(98 MB\) at the first run\.$/);
  });

  it('names the models of a server so that the names can be used', async () => {
    const models = await list(() => Promise.resolve(['qwen2.5-coder:7b', '@cf/llama']));
    const served = models.filter((model) => model.kind === 'server');
    assert.deepEqual(
      served.map(({ name, ready }) => [parseModelName(name).kind, ready]),
      [
        ['server', true],
        ['server', true],
      ],
    );
  });

  it('says how to start a server that does not answer, and that one has no model', async () => {
    const silent = (await list(() => Promise.resolve(null))).find(({ kind }) => kind === 'server');
    assert.match(silent?.detail ?? '', /does not answer.*ollama serve/);
    const empty = (await list(() => Promise.resolve([]))).find(({ kind }) => kind === 'server');
    assert.match(empty?.detail ?? '', /has no model/);
  });

  it('gives a server a moment and no more', async () => {
    const started = performance.now();
    await list(
      (_baseUrl, limit) =>
        new Promise((resolve) => limit.addEventListener('abort', () => resolve(null))),
    );
    const milliseconds = performance.now() - started;
    assert.ok(milliseconds > 1000 && milliseconds < 5000, String(milliseconds));
  });

  it('gives listings that the contract accepts, with addresses that can be used', async () => {
    for (const model of await list(() => Promise.resolve(null))) ModelListing.parse(model);
    for (const { baseUrl } of usualServers) {
      assert.equal(parseModelName(`m@${baseUrl}`).kind, 'server');
    }
  });

  it('lists checkpoints of training runs behind the servers', async () => {
    const checkpoint = { name: 'checkpoint:first/4', kind: 'checkpoint', ready: true, detail: '' };
    const listed = await listModels(
      {
        embedded: { title: 'SmolLM2', bytes: 1 },
        hasEmbedded: () => Promise.resolve(true),
        servers: [server],
        ask: () => Promise.resolve(['m']),
        checkpointModels: () => Promise.resolve([ModelListing.parse(checkpoint)]),
      },
      signal,
    );
    assert.deepEqual(
      listed.slice(0, 3).map(({ kind }) => kind),
      ['embedded', 'server', 'checkpoint'],
    );
  });

  describe('with configured endpoints', () => {
    const endpoint = 'https://models.example.org/v1';
    const parts = (over: Partial<ModelListingParts>): ModelListingParts => ({
      embedded: { title: 'SmolLM2', bytes: 1 },
      hasEmbedded: () => Promise.resolve(true),
      servers: [server],
      ask: () => Promise.resolve(null),
      endpoints: [endpoint],
      askEndpoint: () => Promise.resolve({ ok: true, models: ['m1', 'm2'] }),
      ...over,
    });

    it('names their models so that the names can be used', async () => {
      const models = await listModels(parts({}), signal);
      const found = models.filter(({ name }) => name.endsWith(`@${endpoint}`));
      assert.deepEqual(
        found.map(({ name, ready, detail }) => [name, ready, detail]),
        [
          [`m1@${endpoint}`, true, 'at models.example.org'],
          [`m2@${endpoint}`, true, 'at models.example.org'],
        ],
      );
    });

    it('lists one that does not answer as not ready, with the reason', async () => {
      const askEndpoint = () => Promise.resolve({ ok: false as const, problem: 'It is away.' });
      const models = await listModels(parts({ askEndpoint }), signal);
      const found = models.find(({ name }) => name === `NAME@${endpoint}`);
      assert.deepEqual([found?.ready, found?.detail], [false, 'It is away.']);
    });

    it('asks a usual server once when it is configured as well, with its key', async () => {
      const asked: string[] = [];
      await listModels(
        parts({
          endpoints: [server.baseUrl],
          ask: (baseUrl) => {
            asked.push(baseUrl);
            return Promise.resolve(null);
          },
        }),
        signal,
      );
      assert.deepEqual(asked, []);
    });

    it('adds the models of the editor', async () => {
      const editorModel = {
        name: 'editor:copilot/gpt',
        kind: 'editor' as const,
        ready: true,
        detail: 'in VS Code',
      };
      const editorModels = () => Promise.resolve([editorModel]);
      const models = await listModels(parts({ editorModels }), signal);
      assert.ok(models.includes(editorModel));
    });
  });
});
