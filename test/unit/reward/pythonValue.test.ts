import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { pythonEquals, type PythonValue } from '../../../runtime/reward/python/pythonValue.ts';
import { readPythonJson } from '../../../runtime/reward/python/readPythonJson.ts';
import {
  pythonRoundHundredths,
  pythonStrip,
  pythonWordCount,
} from '../../../runtime/reward/python/pythonText.ts';

function read(text: string): PythonValue {
  const found = readPythonJson(text);
  assert.ok(found.ok, text);
  return found.value;
}

const equal = (left: string, right: string) => pythonEquals(read(left), read(right));

describe('readPythonJson', () => {
  it('keeps every digit of an integer', () => {
    assert.equal(read('9007199254740993'), 9007199254740993n);
    assert.equal(read('-0'), 0n);
    assert.equal(read('1.0'), 1);
    assert.equal(read('1e400'), Infinity);
  });

  it('reads what Python reads beyond JSON', () => {
    assert.deepEqual(read('[NaN, Infinity, -Infinity]'), [NaN, Infinity, -Infinity]);
  });

  it('takes the last of equal keys, in the place of the first', () => {
    const value = read('{"2": 1, "1": 2, "2": 3}');
    assert.ok(value instanceof Map);
    assert.deepEqual(
      [...value],
      [
        ['2', 3n],
        ['1', 2n],
      ],
    );
  });

  it('reads escapes', () => {
    assert.equal(read('"\\u00e9\\n\\"\\/\\ud83d\\ude00"'), 'é\n"/😀');
  });

  for (const text of [
    '',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '-NaN',
    'nul',
    'True',
    "{'a': 1}",
    '{"a": 1,}',
    '[1,]',
    '[1 2]',
    '{"a" 1}',
    '{1: 2}',
    '"a',
    '"\\x41"',
    '"\\u12g4"',
    '"tab\there"',
    '{} {}',
    '\ufeff{}',
    '\u00a0{}',
    '['.repeat(100_000),
    '9'.repeat(4301),
  ]) {
    it(`refuses ${text.length > 20 ? `${text.slice(0, 3)}... of ${text.length}` : JSON.stringify(text)}`, () => {
      const found = readPythonJson(text);
      assert.equal(found.ok, false);
      assert.ok('problem' in found && /at character \d+$/.test(found.problem));
    });
  }

  it('reads all that JSON writes, and nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.ok(equal(text, text));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        readPythonJson(text);
      }),
    );
  });
});

describe('pythonEquals', () => {
  for (const [left, right] of [
    ['1', 'true'],
    ['1', '1.0'],
    ['0', 'false'],
    ['-0.0', '0'],
    ['9007199254740992', '9007199254740992.0'],
    ['[1, {"a": true}]', '[true, {"a": 1.0}]'],
    ['{"a": 1, "b": 2}', '{"b": 2, "a": 1}'],
    ['[NaN]', '[NaN]'],
    ['"a"', '"\\u0061"'],
  ] as const) {
    it(`holds ${left} for ${right}`, () => {
      assert.ok(equal(left, right));
      assert.ok(equal(right, left));
    });
  }

  for (const [left, right] of [
    ['1', '"1"'],
    ['null', 'false'],
    ['null', '0'],
    ['9007199254740993', '9007199254740992.0'],
    ['NaN', 'NaN'],
    ['[]', '{}'],
    ['{"a": null}', '{"b": null}'],
    ['[1, 2]', '[2, 1]'],
    ['""', '[]'],
  ] as const) {
    it(`does not hold ${left} for ${right}`, () => {
      assert.ok(!equal(left, right));
      assert.ok(!equal(right, left));
    });
  }
});

describe('text as Python sees it', () => {
  it('strips what Python calls white space', () => {
    assert.equal(pythonStrip('\u001f\u0085\u00a0 a b \u2003\n'), 'a b');
    assert.equal(pythonStrip('\ufeffa\ufeff'), '\ufeffa\ufeff');
    assert.equal(pythonStrip(' \n '), '');
  });

  it('counts words', () => {
    assert.equal(pythonWordCount(' one\u0085two\u00a0three\ufefffour '), 3);
    assert.equal(pythonWordCount(' '), 0);
  });

  it('rounds ties to the even hundredth, and no other value', () => {
    const cases = [
      [64 / 512, 0.12],
      [192 / 512, 0.38],
      [320 / 512, 0.62],
      [448 / 512, 0.88],
      [0.015, 0.01],
      [0.025, 0.03],
      [0.5, 0.5],
      [0, 0],
    ] as const;
    for (const [value, rounded] of cases) assert.equal(pythonRoundHundredths(value), rounded);
  });
});
