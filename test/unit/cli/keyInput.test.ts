import assert from 'node:assert/strict';
import { KeyInput, readLine } from '../../../runtime/cli/keyInput.ts';
import { FakeKeys } from '../../fakes/fakeKeys.ts';

describe('keys', () => {
  let source: FakeKeys;
  let ending: AbortController;
  let keys: KeyInput;

  beforeEach(() => {
    source = new FakeKeys(true);
    ending = new AbortController();
    keys = new KeyInput(source, ending.signal);
  });

  it('come one by one, however they arrive', async () => {
    source.type('1数😀\r\u007F');
    const kinds = [];
    for (let number = 0; number < 5; number += 1) kinds.push(await keys.next());
    assert.deepEqual(kinds, [
      { kind: 'character', text: '1' },
      { kind: 'character', text: '数' },
      { kind: 'character', text: '😀' },
      { kind: 'enter' },
      { kind: 'backspace' },
    ]);
  });

  it('pass over cursor keys, and know Escape alone', async () => {
    source.type('\u001B[A\u001B[3~\u001BOPx');
    assert.deepEqual(await keys.next(), { kind: 'character', text: 'x' });
    source.type('\u001B');
    assert.deepEqual(await keys.next(), { kind: 'escape' });
  });

  it('end with Ctrl+C, with Ctrl+D and with a signal', async () => {
    source.type('\u0003\u0004');
    assert.deepEqual([await keys.next(), await keys.next()], [{ kind: 'end' }, { kind: 'end' }]);
    const waiting = keys.next();
    ending.abort();
    assert.deepEqual(await waiting, { kind: 'end' });
    assert.deepEqual(await keys.next(), { kind: 'end' });
  });

  it('give the terminal back', () => {
    assert.equal(source.isRaw, true);
    keys.close();
    assert.deepEqual([source.isRaw, source.isPaused], [false, true]);
  });

  it('make a line, which can be given up', async () => {
    const shown: string[] = [];
    source.type('ab\u007Fc😀\u007F\r');
    assert.equal(await readLine(keys, '>', (text) => shown.push(text)), '>ac');
    assert.deepEqual(shown.at(-1), '>ac');
    source.type('x\u001B');
    assert.equal(await readLine(keys, '', () => undefined), null);
  });
});
