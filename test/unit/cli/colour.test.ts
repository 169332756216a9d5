import assert from 'node:assert/strict';
import { colourPalette, plainPalette, wantsColour } from '../../../runtime/cli/colour.ts';

describe('wantsColour', () => {
  const cases: [string, Record<string, string>, boolean, boolean][] = [
    ['on a terminal', {}, true, true],
    ['not on a pipe', {}, false, false],
    ['not with NO_COLOR', { NO_COLOR: '1' }, true, false],
    ['with an empty NO_COLOR', { NO_COLOR: '' }, true, true],
    ['not on a dumb terminal', { TERM: 'dumb' }, true, false],
    ['on a pipe when forced', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    ['not on a terminal when forced off', { FORCE_COLOR: '0' }, true, false],
  ];
  for (const [name, env, isTerminal, expected] of cases) {
    it(name, () => assert.equal(wantsColour(env, isTerminal), expected));
  }
});

describe('palettes', () => {
  it('have the same colours', () => {
    assert.deepEqual(Object.keys(plainPalette), Object.keys(colourPalette));
  });

  it('paint, or leave the text as it is', () => {
    assert.equal(colourPalette.bad('no'), '\u001B[31mno\u001B[39m');
    assert.equal(colourPalette.bad(''), '');
    assert.equal(plainPalette.bad('no'), 'no');
  });
});
