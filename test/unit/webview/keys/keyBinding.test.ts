import assert from 'node:assert/strict';
import { bindingFor, type KeyBinding, printedKeys } from '../../../../webview/keys/keyBinding.ts';

const press = (key: string, over: Partial<Parameters<typeof bindingFor>[1]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...over,
});
const binding = (keys: string[], over: Partial<KeyBinding> = {}): KeyBinding => ({
  keys,
  words: keys.join(),
  run: () => true,
  ...over,
});

describe('the keys of a page', () => {
  const bindings = [
    binding(['j', 'ArrowDown']),
    binding(['?']),
    binding(['Escape'], { whileTyping: true }),
    binding(['j']),
  ];
  const found = (...args: Parameters<typeof press>): string | null =>
    bindingFor(bindings, press(...args), false)?.words ?? null;

  it('do what the first binding says', () => {
    assert.equal(found('j'), 'j,ArrowDown');
    assert.equal(found('ArrowDown'), 'j,ArrowDown');
    assert.equal(found('?'), '?');
    assert.equal(found('J'), null);
  });

  it('leave combinations to the editor', () => {
    assert.equal(found('j', { ctrlKey: true }), null);
    assert.equal(found('j', { metaKey: true }), null);
    assert.equal(found('j', { altKey: true }), null);
  });

  it('do nothing while a person types, but for Escape', () => {
    assert.equal(bindingFor(bindings, press('j'), true), null);
    assert.equal(bindingFor(bindings, press('Escape'), true)?.words, 'Escape');
  });

  it('are printed as they are on the keyboard', () => {
    assert.deepEqual(printedKeys(binding([' ', 'ArrowDown', 'x'])), ['Space', '↓', 'x']);
    assert.deepEqual(printedKeys(binding(['Backspace'], { shown: ['⌫'] })), ['⌫']);
  });
});
