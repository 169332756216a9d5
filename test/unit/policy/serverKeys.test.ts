import assert from 'node:assert/strict';
import { baseUrlOf, ServerKeys } from '../../../runtime/policy/serverKeys.ts';

describe('ServerKeys', () => {
  it('gives a server the key that was given for its address, however that was written', () => {
    const keys = new ServerKeys({});
    keys.set({ 'https://api.example.org/v1/chat/completions/': 'secret-1' });
    assert.equal(keys.keyFor('https://api.example.org/v1'), 'secret-1');
    assert.equal(keys.keyFor('https://other.example.org/v1'), null);
  });

  it('comes before the environment, which still serves the others', () => {
    const keys = new ServerKeys({ TOOL_R1_API_KEY: 'from-env' });
    keys.set({ 'https://api.example.org/v1': 'given' });
    assert.equal(keys.keyFor('https://api.example.org/v1'), 'given');
    assert.equal(keys.keyFor('http://localhost:8000/v1'), 'from-env');
  });

  it('forgets what was given before, and takes an empty key for none', () => {
    const keys = new ServerKeys({});
    keys.set({ 'https://a.example/v1': 'a', 'https://b.example/v1': 'b' });
    keys.set({ 'https://a.example/v1': '' });
    assert.deepEqual(
      ['https://a.example/v1', 'https://b.example/v1'].map((url) => keys.keyFor(url)),
      [null, null],
    );
  });

  it('refuses what is no address and keeps what it had', () => {
    const keys = new ServerKeys({});
    keys.set({ 'https://a.example/v1': 'a' });
    assert.throws(() => keys.set({ 'not an address': 'x' }), { name: 'HumanError' });
    assert.equal(keys.keyFor('https://a.example/v1'), 'a');
    assert.equal(baseUrlOf(' http://localhost:11434/v1/ '), 'http://localhost:11434/v1');
  });
});
