import assert from 'node:assert/strict';
import { decodeValue, encodeValue } from '../../../runtime/sandbox/valueCodec.ts';

describe('values from Python', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['plain JSON', { a: [1, 'x', null, true, 1.5] }, { a: [1, 'x', null, true, 1.5] }],
    ['a tuple', { $: 'tuple', v: [1, { $: 'tuple', v: [2] }] }, [1, [2]]],
    ['a set', { $: 'set', v: [1, 2] }, [1, 2]],
    ['a large int', { $: 'int', v: '0x20000000000001' }, '9007199254740993'],
    ['a large negative int', { $: 'int', v: '-0x20000000000001' }, '-9007199254740993'],
    ['nan', { $: 'float', v: 'nan' }, 'nan'],
    ['bytes that are text', { $: 'bytes', v: Buffer.from('für').toString('base64') }, 'für'],
    ['bytes that are not', { $: 'bytes', v: '/wA=' }, '/wA='],
    ['a decimal', { $: 'decimal', v: '3.10' }, '3.10'],
    ['a fraction', { $: 'fraction', v: '1/3' }, '1/3'],
    ['a date', { $: 'date', v: '2024-02-29' }, '2024-02-29'],
    ['a timedelta', { $: 'timedelta', v: 90.5 }, 90.5],
    ['another object', { $: 'repr', type: 'C', v: '<C>' }, '<C>'],
    [
      'a dict with other keys',
      {
        $: 'dict',
        v: [
          [1, 'a'],
          [null, 'b'],
          [true, 'c'],
          [{ $: 'tuple', v: [1, 'x'] }, 'd'],
        ],
      },
      { 1: 'a', None: 'b', True: 'c', '(1, x)': 'd' },
    ],
    ['nesting', [{ a: { $: 'set', v: [{ $: 'int', v: '0xff' }] } }], [{ a: ['255'] }]],
    ['a dict that is damaged', { $: 'dict', v: 'no pairs' }, 'no pairs'],
  ];
  for (const [name, tagged, plain] of cases) {
    it(`read ${name}`, () => assert.deepEqual(decodeValue(tagged), plain));
  }
});

describe('values to Python', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['plain JSON', { a: [1, 'x', null, true] }, { a: [1, 'x', null, true] }],
    ['undefined', undefined, null],
    ['a function', () => 1, null],
    ['nan', Number.NaN, { $: 'float', v: 'nan' }],
    [
      'infinity',
      [Infinity, -Infinity],
      [
        { $: 'float', v: 'inf' },
        { $: 'float', v: '-inf' },
      ],
    ],
    ['a bigint', 2n ** 64n, { $: 'int', v: '0x10000000000000000' }],
    ['a negative bigint', -16n, { $: 'int', v: '-0x10' }],
    ['bytes', new Uint8Array([255]), { $: 'bytes', v: '/w==' }],
    ['a moment', new Date(0), { $: 'datetime', v: '1970-01-01T00:00:00.000Z' }],
    ['a set', new Set([1]), { $: 'set', v: [1] }],
    ['a map with other keys', new Map([[1, 'a']]), { $: 'dict', v: [[1, 'a']] }],
    [
      'a key that looks like a tag',
      { $: 'int', v: 1 },
      {
        $: 'dict',
        v: [
          ['$', 'int'],
          ['v', 1],
        ],
      },
    ],
  ];
  for (const [name, value, tagged] of cases) {
    it(`write ${name}`, () => assert.deepEqual(encodeValue(value), tagged));
  }
});
