import assert from 'node:assert/strict';
import { Command } from 'commander';
import { reachOf } from '../../../runtime/cli/reach.ts';
import { addWebOptions, type WebFlags } from '../../../runtime/cli/webOptions.ts';
import { noWeb } from '../../../runtime/contract/web.ts';
import { HumanError } from '../../../runtime/support/errors.ts';

const names = ['TOOL_R1_SEARCH', 'TOOL_R1_WEB_SERVERS', 'TOOL_R1_VISION_MODEL'];

function read(...args: readonly string[]) {
  const command = addWebOptions(new Command().exitOverride());
  command.parse([...args], { from: 'user' });
  return reachOf(command.opts<WebFlags>(), '/folder');
}

describe('the options about the web', () => {
  const before = names.map((name) => [name, process.env[name]] as const);
  beforeEach(() => {
    for (const name of names) Reflect.deleteProperty(process.env, name);
  });
  after(() => {
    for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
  });

  it('leave the web off by themselves', () => {
    assert.deepEqual(read(), { web: noWeb, visionModel: null });
    assert.deepEqual(read('--search', 'brave').web, noWeb);
  });
  it('turn it on, record it and replay it, files from the current folder', () => {
    const web = { search: 'duckduckgo', servers: [], isTrusted: true };
    assert.deepEqual(read('--web').web, { ...web, mode: { type: 'live' } });
    const record = { type: 'record', file: '/folder/web.jsonl' };
    assert.deepEqual(read('--record', 'web.jsonl').web, { ...web, mode: record });
    assert.deepEqual(read('--web', '--record', 'web.jsonl').web, { ...web, mode: record });
    const replay = { type: 'replay', file: '/elsewhere/web.jsonl' };
    assert.deepEqual(read('--replay', '/elsewhere/web.jsonl').web, { ...web, mode: replay });
  });
  it('name the search service and own servers', () => {
    const args = ['--search', 'http://localhost:8080', '--web-servers', 'localhost:1, [::1]:2,'];
    const { web } = read('--web', ...args);
    assert.equal(web.search, 'http://localhost:8080');
    assert.deepEqual(web.servers, ['localhost:1', '[::1]:2']);
  });
  it('are read from the environment too', () => {
    process.env['TOOL_R1_SEARCH'] = 'tavily';
    process.env['TOOL_R1_WEB_SERVERS'] = 'wiki.intra:8080';
    process.env['TOOL_R1_VISION_MODEL'] = 'qwen2.5vl@http://localhost:11434/v1';
    const { web, visionModel } = read('--web');
    assert.equal(web.search, 'tavily');
    assert.deepEqual(web.servers, ['wiki.intra:8080']);
    assert.equal(visionModel, 'qwen2.5vl@http://localhost:11434/v1');
  });

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['--web', '--search', 'google'], /There is no search service "google"/],
    [['--replay', 'a', '--web'], /--replay answers from a file alone/],
    [['--replay', 'a', '--record', 'b'], /--replay answers from a file alone/],
    [['--vision', 'embedded'], /embedded cannot look at pictures here/],
    [['--vision', 'seer@http://localhost:1/v1/completions'], /cannot look at pictures here/],
    [['--vision', 'seer'], /There is no model called "seer"/],
  ];
  for (const [args, message] of wrong) {
    it(`refuse ${args.join(' ')}`, () => {
      assert.throws(
        () => read(...args),
        (error) => error instanceof HumanError && message.test(error.message),
      );
    });
  }
});
