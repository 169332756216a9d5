import assert from 'node:assert/strict';
import { serverKeyFrom } from '../../../runtime/policy/serverKey.ts';

describe('keys of servers', () => {
  const openAi = 'https://api.openai.com/v1';
  const cases: [string, Record<string, string>, string, string | null][] = [
    ['nothing is set', {}, openAi, null],
    ['our own, for any server', { TOOL_R1_API_KEY: 'own' }, 'http://localhost:8000/v1', 'own'],
    ['our own before the other', { TOOL_R1_API_KEY: 'own', OPENAI_API_KEY: 'x' }, openAi, 'own'],
    ["OpenAI's, for OpenAI", { OPENAI_API_KEY: 'x' }, openAi, 'x'],
    ["OpenAI's, for a local server", { OPENAI_API_KEY: 'x' }, 'http://localhost:8000/v1', null],
    ["OpenAI's, without TLS", { OPENAI_API_KEY: 'x' }, 'http://api.openai.com/v1', null],
    [
      "OpenAI's, for a look-alike",
      { OPENAI_API_KEY: 'x' },
      'https://api.openai.com.example/v1',
      null,
    ],
    ['an empty one', { TOOL_R1_API_KEY: ' ', OPENAI_API_KEY: '' }, openAi, null],
    ['one with a line break at its end', { TOOL_R1_API_KEY: 'own\n' }, openAi, 'own'],
  ];
  for (const [what, env, baseUrl, key] of cases) {
    it(`${what}: ${key ?? 'none'}`, () => {
      assert.equal(serverKeyFrom(env, baseUrl), key);
    });
  }
});
