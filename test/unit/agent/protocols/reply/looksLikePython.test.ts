import assert from 'node:assert/strict';
import { looksLikePython } from '../../../../../runtime/agent/protocols/reply/looksLikePython.ts';

describe('looksLikePython', () => {
  const code = [
    'x = 1', 'x += 1', 'a, b = 1, 2', 'x: int = 1', 'd["a"] = 1', 'o.a.b = 2', 'print(1)', 'final_answer(f"{x}")',
    'import csv\nprint(csv)', 'from os import path\nx = path', 'for a in b:\n    print(a)', 'while x:\n    y()',
    'if a:\n  b()\nelse:\n  c()', 'try:\n  a()\nexcept ValueError:\n  b()\nfinally:\n  c()', '# note\nx = 1', '@cache\ndef f(x):\n    return x',
    'x = f(1,\n  2\n)', 'with open("a") as f:\n    t = f.read()', 's = """\nany prose here\n"""', 'await f(1)', 'x = 1\ndel x',
  ]; // prettier-ignore
  for (const text of code) {
    it(`takes ${JSON.stringify(text)}`, () => assert.equal(looksLikePython(text), true));
  }

  const prose = [
    '', 'Paris', '42', 'I will print the rows.', 'for example, this: one', 'if you want: yes', 'The answer is x = 4.', 'x = 1\nThis sets x.',
    'print the rows (all of them)', 'import the file first', 'f(', 'x = "a', '{"name": "f"}', '# only a comment', 'Note: f(1) = 2',
    'while this is so: wait', 'a == b', '- x = 1', '1. print(1)', `x = ${'1'.repeat(3000)}`, 'x = 1 `and so on`',
  ]; // prettier-ignore
  for (const text of prose) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(looksLikePython(text), false);
    });
  }
});
