import assert from 'node:assert/strict';
import { sanitise } from '../../../runtime/cli/sanitise.ts';

describe('sanitise', () => {
  const cases: [string, string, string][] = [
    ['leaves text and line ends', 'a\nb — 日本 😀', 'a\nb — 日本 😀'],
    ['shows escape sequences', '\u001B[2Jgone', '␛[2Jgone'],
    ['shows a title change', '\u001B]0;pwned\u0007', '␛]0;pwned␇'],
    ['shows C1 control characters', '\u009B31m', '<U+009B>31m'],
    ['shows characters that turn the direction', 'a\u202Egpj.exe', 'a<U+202E>gpj.exe'],
    ['shows a bare carriage return', 'safe\rEVIL', 'safe␍EVIL'],
    ['takes Windows line ends', 'a\r\nb', 'a\nb'],
    ['turns tabs into spaces', 'a\tb', 'a    b'],
    ['shows backspaces and NUL', 'a\b\u0000', 'a␈␀'],
    ['keeps joiners of emoji', '👩‍💻', '👩‍💻'],
  ];
  for (const [name, text, expected] of cases) {
    it(name, () => assert.equal(sanitise(text), expected));
  }
});
