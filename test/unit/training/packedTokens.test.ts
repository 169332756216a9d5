import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  packCompletion,
  packIds,
  unpackCompletion,
  unpackIds,
  type CompletionTokens,
} from '../../../runtime/training/packedTokens.ts';

const id = fc.oneof(fc.nat(200_000), fc.constantFrom(0, 2 ** 31, 2 ** 32 - 1));
const single = fc.float({ noNaN: true, max: 0 });
const double = fc.double({ noNaN: true, max: 0 });

function rows(logProb: fc.Arbitrary<number>): fc.Arbitrary<CompletionTokens> {
  const token = fc.record({ id, mask: fc.constantFrom<0 | 1>(0, 1), logProb });
  return fc.array(token, { maxLength: 300 }).map((tokens) => ({
    completionIds: tokens.map((one) => one.id),
    mask: tokens.map((one) => one.mask),
    logProbs: tokens.map((one) => one.logProb),
  }));
}

/** As a text decides: 3.5 bytes a token, of which a third is Base64. */
const mostCharacters = 6;

describe('packed tokens', () => {
  it('are the same ids again', () => {
    fc.assert(
      fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
        assert.deepEqual(unpackIds(packIds(ids)), ids);
      }),
    );
  });

  for (const [what, logProb] of [
    ['of 32 bits', single],
    ['of 64 bits', double],
    ['of both', fc.oneof(single, double)],
  ] as const) {
    it(`are the same tokens again, bit for bit, with log-probabilities ${what}`, () => {
      fc.assert(
        fc.property(rows(logProb), (row) => {
          const again = unpackCompletion(packCompletion(row));
          assert.deepEqual(again, row);
          assert.ok(again.logProbs.every((value, place) => Object.is(value, row.logProbs[place])));
        }),
      );
    });
  }

  it('keep a log-probability that 32 bits cannot hold, and those beside it', () => {
    const logProbs = [-0.1, Math.fround(-0.1), -1e-300, 0];
    const row = { completionIds: [1, 2, 3, 4], mask: [1, 1, 1, 0] as (0 | 1)[], logProbs };
    assert.deepEqual(unpackCompletion(packCompletion(row)).logProbs, logProbs);
  });

  it('are a text of Base64, the same for the same tokens', () => {
    const row = { completionIds: [7, 8], mask: [1, 1] as (0 | 1)[], logProbs: [-1, -2] };
    assert.match(packCompletion(row), /^[A-Za-z0-9+/]+=*$/);
    assert.equal(packCompletion(row), packCompletion(structuredClone(row)));
  });

  it('are much shorter than their numbers where text and log-probabilities are as usual', () => {
    const length = 2000;
    const place = (at: number) => (at * at + 7 * at) % 997;
    const row: CompletionTokens = {
      completionIds: Array.from({ length }, (_, at) => place(at % 400) * 41),
      mask: Array.from({ length }, (_, at) => (at % 300 < 150 ? 1 : 0)),
      logProbs: Array.from({ length }, (_, at) =>
        at % 300 < 150 ? Math.fround(-Math.exp(-place(at) / 100)) : 0,
      ),
    };
    const text = packCompletion(row);
    assert.ok(text.length < mostCharacters * length, `${text.length / length} characters a token`);
    assert.ok(text.length * 3 < JSON.stringify(row).length);
  });

  it('refuse arrays of different lengths', () => {
    const row = { completionIds: [1, 2], mask: [1, 1] as (0 | 1)[], logProbs: [-1] };
    assert.throws(() => packCompletion(row), /2 tokens have 2 marks, 1 values/);
  });

  it('refuse text that was cut', () => {
    const text = packCompletion({ completionIds: [1, 2], mask: [1, 1], logProbs: [-1, -2] });
    assert.throws(() => unpackCompletion(text.slice(0, -8)));
  });
});
