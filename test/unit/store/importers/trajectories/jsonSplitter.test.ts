import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  JsonSplitter,
  type JsonPart,
  type Splitting,
} from '../../../../../runtime/store/importers/trajectories/jsonSplitter.ts';

/** Opens the document and its list `samples`. */
const samples: Splitting = {
  opens: (path) => path.length === 1 || (path.length === 2 && path[1] === 'samples'),
};

function split(text: string | Buffer, chunk: number, splitting = samples): JsonPart[] {
  const bytes = Buffer.from(text);
  const splitter = new JsonSplitter(splitting);
  const parts: JsonPart[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    parts.push(...splitter.push(bytes.subarray(at, at + chunk)));
  }
  return [...parts, ...splitter.finish()];
}

function brief(parts: readonly JsonPart[]): string[] {
  return parts.map((part) =>
    part.kind === 'value'
      ? `${part.path.join('.')} = ${JSON.stringify(part.value)}${part.repairs.map((repair) => ` (${repair})`).join('')}`
      : `${part.path.join('.')}: ${part.message}`,
  );
}

describe('JsonSplitter', () => {
  const text =
    '{"version": 2, "name":"a \\"b\\" {[", "samples" : [ {"id":1,"x":[[]]} ,\n 2.5e3, "s", [] , null ],' +
    ' "none":[], "o": {}, "last": true}';

  it('gives each value below the containers that are opened, whatever pieces the bytes come in', () => {
    const expected = [
      '0.version = 2',
      '0.name = "a \\"b\\" {["',
      '0.samples.0 = {"id":1,"x":[[]]}',
      '0.samples.1 = 2500',
      '0.samples.2 = "s"',
      '0.samples.3 = []',
      '0.samples.4 = null',
      '0.none = []',
      '0.o = {}',
      '0.last = true',
    ];
    for (const chunk of [1, 2, 3, 7, 1000]) assert.deepEqual(brief(split(text, chunk)), expected);
  });

  it('reads a document whole that is not opened, and a bare value', () => {
    const whole = { opens: () => false };
    assert.deepEqual(brief(split('  [1,\n {"a":2}] ', 3, whole)), ['0 = [1,{"a":2}]']);
    assert.deepEqual(brief(split(' 12', 1, whole)), ['0 = 12']);
    assert.deepEqual(brief(split(' "x" ', 1, whole)), ['0 = "x"']);
  });

  it('says nothing of empty containers that are opened, and of an empty file', () => {
    assert.deepEqual(split('{"samples": [ ]}', 1), []);
    assert.deepEqual(split('{}', 1), []);
    assert.deepEqual(split(' \n', 1), []);
    assert.deepEqual(split('', 1), []);
  });

  it('numbers several documents, one a line', () => {
    const lines = '{"a":1}\n{"samples":[1,2]}\n\n{"b":"\\n"}';
    for (const chunk of [1, 4, 1000]) {
      assert.deepEqual(brief(split(lines, chunk)), [
        '0.a = 1',
        '1.samples.0 = 1',
        '1.samples.1 = 2',
        '2.b = "\\n"',
      ]);
    }
  });

  it('loses only the line whose writer was cut off', () => {
    const torn = '{"a":1}\n{"samples":[{"x":1\n{"b":[1,\n{"c":3}\n{"d":"cut\n{"e":5}\n{"f"';
    for (const chunk of [1, 5, 1000]) {
      assert.deepEqual(brief(split(torn, chunk)), [
        '0.a = 1',
        '1.samples.0: a line ends in the middle of it',
        '2.b: a line ends in the middle of it',
        '3.c = 3',
        '4.d: a line ends in the middle of it',
        '5.e = 5',
        '6.f: the file ends in the middle of it',
      ]);
    }
  });

  it('keeps what came before the end of a file that was cut off', () => {
    assert.deepEqual(brief(split('{"samples": [1, {"a": [2', 3)), [
      '0.samples.0 = 1',
      '0.samples.1: the file ends in the middle of it',
    ]);
    assert.deepEqual(brief(split('{"samples": [1, ', 3)), [
      '0.samples.0 = 1',
      '0.samples.1: the file ends in the middle of it',
    ]);
  });

  it('reads on after a value that is no JSON', () => {
    const parts = split('{"a": {wrong: 1}, "b": nope, "c": 3}', 4);
    assert.match(brief(parts)[0] ?? '', /^0\.a: not JSON: /);
    assert.match(brief(parts)[1] ?? '', /^0\.b: not JSON: /);
    assert.deepEqual(brief(parts).slice(2), ['0.c = 3']);
  });

  it('names what JSON has no place for, and gives the document up', () => {
    assert.deepEqual(brief(split('{"a": 1 "b": 2}\n{"c":3}', 2)), [
      '0.a = 1',
      '0.a: JSON has no place for "\\"" there',
      '1.c = 3',
    ]);
    assert.deepEqual(brief(split('{"a" 1}', 2)), ['0.a: JSON has no place for "1" there']);
    assert.deepEqual(brief(split('{samples: []}', 2)), ['0.: JSON has no place for "s" there']);
    assert.deepEqual(brief(split('{"a":1]', 2)), [
      '0.a = 1',
      '0.a: JSON has no place for "]" there',
    ]);
    assert.deepEqual(brief(split('{"samples":[1,]}', 2)), [
      '0.samples.0 = 1',
      '0.samples.1: JSON has no place for "]" there',
    ]);
  });

  it('reads the NaN and Infinity of Python as null and counts them, but not those in texts', () => {
    assert.deepEqual(
      brief(split('{"a": {"x": NaN, "y": [-Infinity, "NaN \\" Infinity"]}, "b": NaN}', 5)),
      [
        '0.a = {"x":null,"y":[null,"NaN \\" Infinity"]} (2 numbers NaN or Infinity became null)',
        '0.b = null (1 number NaN or Infinity became null)',
      ],
    );
  });

  it('keeps lone surrogates, and says when bytes are not UTF-8', () => {
    const [part] = split('{"a":"\\ud800x"}', 2);
    assert.equal(part?.kind === 'value' ? part.value : null, '\ud800x');
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    assert.deepEqual(brief(split(bytes, 2)), [
      '0.a = "\ufffd" (bytes that are not UTF-8 became replacement characters)',
    ]);
  });

  it('keeps text whole whose bytes are cut between the chunks', () => {
    assert.deepEqual(brief(split('{"a":"日本語 😀"}', 1)), ['0.a = "日本語 😀"']);
  });

  it('passes over a value that is too long or nested too deep, and keeps the rest', () => {
    const splitting = { ...samples, maxPartBytes: 20, maxDepth: 3 };
    const long = `{"samples": ["${'x'.repeat(30)}", 1, [[[[]]]], [[[]]]]}`;
    for (const chunk of [1, 1000]) {
      assert.deepEqual(brief(split(long, chunk, splitting)), [
        '0.samples.0: it has 32 bytes, and at most 20 bytes can be read in one piece',
        '0.samples.1 = 1',
        '0.samples.2: it is nested 4 deep, and at most 3 can be read',
        '0.samples.3 = [[[]]]',
      ]);
    }
  });

  it('reads any JSON as JSON.parse does', () => {
    const anything = fc.record({ samples: fc.array(fc.jsonValue()), rest: fc.jsonValue() });
    fc.assert(
      fc.property(
        anything,
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (value, chunk, spaced) => {
          const text = JSON.stringify(value, null, spaced ? 2 : 0);
          const parts = split(text, chunk);
          const rebuilt: { samples: unknown[]; rest: unknown } = { samples: [], rest: null };
          for (const part of parts) {
            if (part.kind !== 'value') assert.fail(part.message);
            if (part.path[1] === 'samples') rebuilt.samples.push(part.value);
            else rebuilt.rest = part.value;
          }
          assert.deepEqual(rebuilt, JSON.parse(text));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives problems and never throws, whatever the bytes are', () => {
    const marks = fc.constantFrom(...'{}[]",:\\\n 1aN'.split(''));
    const text = fc.array(marks, { maxLength: 60 }).map((chars) => chars.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (garbage, chunk) => {
        const parts = split(garbage, chunk);
        assert.deepEqual(brief(parts), brief(split(garbage, 1000)));
      }),
      { numRuns: 2000 },
    );
  });
});
