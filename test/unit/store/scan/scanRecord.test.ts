import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import type { TokenRecord } from '../../../../runtime/contract/reply.ts';
import { TrajectoryRecord } from '../../../../runtime/contract/trajectory.ts';
import { recordFacts, type RecordFacts } from '../../../../runtime/store/scan/recordFacts.ts';
import { RecordScanner } from '../../../../runtime/store/scan/scanRecord.ts';
import { compileShape } from '../../../../runtime/store/scan/shape.ts';
import { parseJson } from '../../../../runtime/support/parseJson.ts';
import { makeReply, makeStarted, makeStep } from '../../../fakes/records.ts';
import { seededRandom, type Random } from '../../../fakes/random.ts';
import { richRecords } from '../../../fakes/richRecords.ts';
import { makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

const scanner = new RecordScanner();
const records = [...makeTrajectoryRecords('t1', 2), ...richRecords()];

/** The facts as the full parser has them; null for what is no record. */
function slowly(line: Buffer): RecordFacts | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    return null;
  }
  const parsed = parseJson(TrajectoryRecord, text);
  return parsed.ok ? recordFacts(parsed.value) : null;
}

/** Whatever is found must be what the full parser finds. */
function agrees(line: Buffer): boolean {
  const facts = scanner.scan(line);
  if (facts !== null) assert.deepEqual(facts, slowly(line), line.toString());
  return facts !== null;
}

describe('RecordScanner', () => {
  for (const record of records) {
    const line = JSON.stringify(record);
    it(`is certain of what our writer writes: ${record.kind}, ${line.length} characters`, () => {
      assert.ok(agrees(Buffer.from(line)));
      assert.ok(agrees(Buffer.from(`${line}\r`)));
    });
  }

  it('is certain of keys in another order and of spaces', () => {
    for (const record of records) {
      const turned = Object.fromEntries(Object.entries(record).reverse());
      assert.ok(agrees(Buffer.from(JSON.stringify(turned))));
      assert.ok(agrees(Buffer.from(pythonJson(turned))), pythonJson(turned));
    }
  });

  it('is certain of records with keys that it does not know', () => {
    const record = { weather: [{ rain: null }], ...records[1], later: { a: 'b' } };
    assert.ok(agrees(Buffer.from(JSON.stringify(record))));
  });

  it('never differs from the full parser on lines with a byte changed, added or missing', () => {
    const random = seededRandom(11);
    let certain = 0;
    for (let round = 0; round < 12_000; round += 1) {
      const line = Buffer.from(JSON.stringify(random.pick(records)));
      if (agrees(mutate(line, random))) certain += 1;
    }
    // Many changes hit a text and leave a good record; a scanner that is never sure would make this test say nothing.
    assert.ok(certain > 1000, String(certain));
  });

  it('never differs from the full parser on values put in the place of others', () => {
    const random = seededRandom(12);
    const values = [
      'null', 'true', '0', '-1', '-0', '1.5', '1e3', '1e999', '12345678901234567890', '""', '"x"',
      '[]', '{}', '[1]', '"\\ud800"', '"\\u0041"', '01', '+1', '.5', '1.', 'NaN', '{"a":1,}',
    ]; // prettier-ignore
    for (let round = 0; round < 12_000; round += 1) {
      const text = JSON.stringify(random.pick(records));
      agrees(Buffer.from(withValue(text, random, random.pick(values))));
    }
  });

  const twists: [name: string, twist: (text: string) => string][] = [
    ['a kind that is there twice', (text) => text.replace('{', '{"kind":"step-ended",')],
    ['an id that is there twice', (text) => text.replace(/}$/, ',"trajectoryId":"t9"}')],
    ['an escaped key', (text) => text.replace('"kind"', '"k\\u0069nd"')],
    ['an escaped key that repeats one', (text) => text.replace(/}$/, ',"k\\u0069nd":"x"}')],
    ['__proto__', (text) => text.replace('{', '{"__proto__":{"kind":"step-ended"},')],
    ['something behind the record', (text) => `${text} 1`],
    ['two records on a line', (text) => text + text],
    ['a line break inside', (text) => text.replace(',', ',\n')],
    ['deep nesting', (text) => text.replace('{', `{"deep":${'['.repeat(200)}${']'.repeat(200)},`)],
    ['a byte order mark', (text) => `\uFEFF${text}`],
    ['nothing', () => ''],
  ];
  for (const [name, twist] of twists) {
    it(`leaves ${name} to the full parser, or agrees with it`, () => {
      for (const record of records) agrees(Buffer.from(twist(JSON.stringify(record))));
    });
  }

  it('refuses bytes that are no UTF-8', () => {
    const line = Buffer.from(JSON.stringify(makeStarted({ model: 'mo~del' })));
    line[line.indexOf('~')] = 0xff;
    assert.equal(scanner.scan(line), null);
  });

  it('reads long arrays of tokens', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => index);
    const tokens: TokenRecord = {
      promptIds: ids,
      completionIds: ids,
      completionMask: ids.map((id) => (id % 2 === 0 ? 0 : 1)),
      logProbs: ids.map((id) => -id / 7),
    };
    const step = makeStep({ reply: makeReply({ tokens }) });
    const record = { version: 1, trajectoryId: 't1', kind: 'step-ended', step };
    assert.ok(agrees(Buffer.from(JSON.stringify(record))));
  });
});

describe('compileShape', () => {
  const certain = (schema: z.ZodType, text: string): boolean => {
    const bytes = Buffer.from(`${text} `);
    const cursor = { bytes, end: bytes.length, marks: new Int32Array(0) };
    return compileShape(schema)(cursor, 0) === bytes.length - 1;
  };

  const unknown: [string, z.ZodType, string][] = [
    ['a refined string', z.string().refine((text) => text !== 'a'), '"a"'],
    ['a transformed value', z.string().transform(Number), '"a"'],
    ['a strict object', z.strictObject({ a: z.string() }), '{"a":"b","c":1}'],
    ['a refined object', z.object({ a: z.string() }).refine(() => false), '{"a":"b"}'],
    ['a multiple', z.number().multipleOf(2), '3'],
    ['a short array', z.array(z.string()).max(1), '["a","b"]'],
    ['an open object of numbers', z.object({}).catchall(z.number()), '{"a":"b"}'],
  ];
  for (const [name, schema, text] of unknown) {
    it(`is not certain of ${name}`, () => assert.equal(certain(schema, text), false));
  }

  const range = z
    .object({ low: z.number(), high: z.number() })
    .refine(({ low, high }) => low <= high);
  const checked: [string, z.ZodType, right: string, wrong: string][] = [
    ['a refined object', range, '{"low":0.2,"high":0.8}', '{"low":0.8,"high":0.2}'],
    ['a pair', z.tuple([z.number(), z.number()]), '[0.9,0.99]', '[0.9,"0.99"]'],
    ['a list of at least one', z.array(z.string()).min(1), '["a"]', '[]'],
  ];
  for (const [name, schema, right, wrong] of checked) {
    it(`checks the whole of ${name}`, () => {
      assert.ok(certain(schema, right));
      assert.ok(!certain(schema, wrong));
    });
  }

  it('accepts nothing that a schema refuses', () => {
    const schemas = [
      z.looseObject({ a: z.int().positive(), b: z.string().nullable().default(null) }),
      z.array(z.union([z.literal(0), z.literal(1)])),
      z.record(z.string(), z.unknown()),
      z.number().min(0).max(1),
      z.enum(['a', 'b']).nullable(),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.json({ maxDepth: 3 }), (schema, text) => {
        if (certain(schema, text)) assert.ok(parseJson(schema, text).ok, text);
      }),
      { numRuns: 3000, seed: 5 },
    );
    assert.ok(certain(schemas[0]!, '{"a":3}') && certain(schemas[1]!, '[0,1]'));
    assert.ok(certain(schemas[3]!, '0.5') && certain(schemas[4]!, 'null'));
  });
});

function mutate(line: Buffer, random: Random): Buffer {
  const at = random.below(line.length);
  const byte = random.pick([
    0x22, 0x5c, 0x2c, 0x7d, 0x7b, 0x5d, 0x30, 0x2d, 0x20, 0x61, 0x0a, 0xc3,
  ]);
  switch (random.below(4)) {
    case 0:
      return Buffer.concat([line.subarray(0, at), line.subarray(at + 1)]);
    case 1:
      return Buffer.concat([line.subarray(0, at), Buffer.of(byte), line.subarray(at)]);
    case 2:
      return line.subarray(0, at);
    default: {
      const changed = Buffer.from(line);
      changed[at] = byte;
      return changed;
    }
  }
}

/** Puts a value in the place of one that stands behind a colon. */
function withValue(text: string, random: Random, value: string): string {
  const places = [...text.matchAll(/(?<="):("[^"\\]*"|-?[\d.]+|null|true|false|\[\]|\{\})/g)];
  const place = random.pick(places);
  const from = place.index + 1;
  return text.slice(0, from) + value + text.slice(place.index + place[0].length);
}

/** As Python's json writes by default: spaces, and everything but ASCII escaped. */
function pythonJson(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
