import assert from 'node:assert/strict';
import type { DoorWindow } from '../../../../extension/doors/doorWindow.ts';
import { mcpApi, type McpServerProvider } from '../../../../extension/doors/mcpApi.ts';
import { mcpServers } from '../../../../extension/doors/mcpServers.ts';

const program = { file: '/ext/dist/cli.mjs', version: '0.1.0', node: '/opt/code' };
const window: DoorWindow = {
  ...{ isTrusted: true, folders: ['/data/a'], model: '', recipe: '' },
};

describe('the MCP servers that are offered to the agents of the editor', () => {
  it('read one open folder each, run by the program of the editor', () => {
    assert.deepEqual(mcpServers(program, window), [
      {
        label: 'Tool-R1',
        command: '/opt/code',
        args: ['/ext/dist/cli.mjs', 'mcp', '--folder', '/data/a'],
        env: { ELECTRON_RUN_AS_NODE: '1' },
        version: '0.1.0',
      },
    ]);
    const two = mcpServers(program, { ...window, folders: ['/data/a', 'C:\\work\\b\\'] });
    assert.deepEqual(
      two.map(({ label, args }) => [label, args.at(-1)]),
      [
        ['Tool-R1 (a)', '/data/a'],
        ['Tool-R1 (b)', 'C:\\work\\b\\'],
      ],
    );
  });

  it('run the agent with the model and the recipe of the settings', () => {
    const [server] = mcpServers(program, {
      ...{ ...window, model: 'qwen@http://127.0.0.1:8000/v1', recipe: 'artist-math' },
    });
    assert.deepEqual(server?.args.slice(-4), [
      ...['--model', 'qwen@http://127.0.0.1:8000/v1', '--recipe', 'artist-math'],
    ]);
  });

  it('cannot ask models that only the editor reaches', () => {
    const [server] = mcpServers(program, { ...window, model: 'editor:copilot/gpt' });
    assert.equal(server?.args.includes('--model'), false);
  });

  it('are none without a folder, and in a workspace that is not trusted', () => {
    assert.deepEqual(mcpServers(program, { ...window, folders: [] }), []);
    assert.deepEqual(mcpServers(program, { ...window, isTrusted: false }), []);
  });
});

describe('the part of VS Code that takes MCP servers', () => {
  class Definition {
    readonly given: unknown[];
    constructor(...given: unknown[]) {
      this.given = given;
    }
  }
  const provider: McpServerProvider = {
    onDidChangeMcpServerDefinitions: () => ({ dispose: () => undefined }),
    provideMcpServerDefinitions: () => Promise.resolve([]),
  };

  it('is used where it is there', () => {
    const registered: unknown[] = [];
    const lm = {
      registerMcpServerDefinitionProvider(this: unknown, ...given: unknown[]) {
        assert.equal(this, lm);
        registered.push(given);
        return { dispose: () => undefined };
      },
    };
    const api = mcpApi({ version: '1.101.0-insider', lm, McpStdioServerDefinition: Definition });
    api?.register('toolR1.mcp', provider);
    assert.deepEqual(registered, [['toolR1.mcp', provider]]);
    const [server] = mcpServers(program, window);
    const defined = api?.define(server!);
    assert.ok(defined instanceof Definition);
    assert.deepEqual(defined.given, [
      ...['Tool-R1', '/opt/code', server?.args, { ELECTRON_RUN_AS_NODE: '1' }, '0.1.0'],
    ]);
  });

  it('is missed without harm where it is not there', () => {
    const version = '1.102.1';
    assert.equal(mcpApi({ version, lm: {} }), null);
    assert.equal(mcpApi({ version, lm: {}, McpStdioServerDefinition: Definition }), null);
    const half = { registerMcpServerDefinitionProvider: undefined };
    assert.equal(mcpApi({ version, lm: half, McpStdioServerDefinition: Definition }), null);
  });

  it('is left alone in VS Code 1.100, whose draft of it refuses the extension', () => {
    const lm = {
      registerMcpServerDefinitionProvider: () => assert.fail('it must not be called'),
    };
    for (const version of ['1.100.3', '1.99.0', '0.101.0']) {
      assert.equal(mcpApi({ version, lm, McpStdioServerDefinition: Definition }), null, version);
    }
    const next = { version: '2.0.0', lm, McpStdioServerDefinition: Definition };
    assert.notEqual(mcpApi(next), null);
  });
});
