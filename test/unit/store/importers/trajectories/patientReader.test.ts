import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPatientJson } from '../../../../../runtime/store/importers/trajectories/patientReader.ts';

describe('readPatientJson', () => {
  function read(text: string) {
    const parsed = readPatientJson(text);
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.problem);
    return [parsed.value.value, Object.fromEntries(parsed.value.repairs)];
  }

  function problem(text: string): string {
    const parsed = readPatientJson(text);
    assert.ok(!parsed.ok, 'it was read');
    return parsed.problem;
  }

  it('reads JSON as JSON, and repairs nothing', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), (text) => {
        assert.deepEqual(read(text), [JSON.parse(text), {}]);
      }),
    );
  });

  const repaired: readonly (readonly [
    what: string,
    text: string,
    value: unknown,
    repairs: object,
  ])[] = [
    ['line ends in texts', '"a\nb"', 'a\nb', { 'raw-control': 1 }],
    ['single quotes', `{'a': 'it\\'s "b"'}`, { a: `it's "b"` }, { 'single-quotes': 2 }],
    ['words of Python', '[None, True, False]', [null, true, false], { 'python-word': 3 }],
    ['no numbers', '[NaN, -Infinity, nan, inf]', [null, null, null, null], { 'not-finite': 4 }],
    ['words', '{role: user}', { role: 'user' }, { 'bare-word': 2 }],
    ['commas before an end', '[1, {"a": 2,},]', [1, { a: 2 }], { 'extra-comma': 2 }],
    ['backslashes', String.raw`"\d \u12 \x41 \\"`, '\\d \\u12 A \\', { 'odd-escape': 2 }],
    ['tuples', '((1, 2), (3,), ())', [[1, 2], [3], []], { 'python-object': 4 }],
    ['NumPy', 'np.float64(0.5)', 0.5, { 'python-object': 1 }],
    ['arrays', 'array([1, 2], dtype=int64)', [1, 2], { 'python-object': 1, 'bare-word': 1 }],
    ['names of numbers', "{1: 'a'}", { 1: 'a' }, { 'single-quotes': 1 }],
    ['odd numbers', '[.5, 5., +1]', [0.5, 5, 1], {}],
  ];
  for (const [what, text, value, repairs] of repaired) {
    it(`repairs and counts: ${what}`, () => {
      assert.deepEqual(read(text), [value, repairs]);
    });
  }

  it('keeps lone surrogates and characters beyond the first plane', () => {
    assert.deepEqual(read(String.raw`'\ud800 \U0001F600'`)[0], '\ud800 😀');
  });

  it('takes a name that objects have for a name', () => {
    const [value] = read("{'__proto__': 1}");
    assert.equal(JSON.stringify(value), '{"__proto__":1}');
  });

  const wrong: readonly (readonly [text: string, problem: RegExp])[] = [
    ['', /ends in the middle \(character 1\)/],
    ['{"a": ', /ends in the middle/],
    ['"a', /a text has no end \(character 3\)/],
    ['"a\\', /a text has no end/],
    ['[1 2]', /a comma or \] is missing \(character 4\)/],
    ['[,]', /"," stands where a value should be/],
    ['{"a" 1}', /a colon is missing/],
    ['{[1]: 2}', /a name is no text/],
    ['1 2', /something follows after its end/],
    ['f(1, 2)', /more than one value/],
    ['f(1', /has no end/],
    ['['.repeat(2000), /nested more than 900 deep/],
  ];
  for (const [text, message] of wrong) {
    it(`guesses nothing: ${text.slice(0, 10)}`, () => {
      assert.match(problem(text), message);
    });
  }

  it('never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '"',
      "'",
      '\\',
      'u',
      ',',
      ':',
      '1',
      '-',
      'None',
      'a',
      '\n',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = readPatientJson(pieces.join(''));
        assert.equal(typeof parsed.ok, 'boolean');
      }),
      { numRuns: 2000 },
    );
  });

  it('reads a long text in little time', () => {
    const [value] = read(`'${'x\n'.repeat(500_000)}'`);
    assert.equal(String(value).length, 1_000_000);
  });
});
