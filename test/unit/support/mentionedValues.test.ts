import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { mentionedValues } from '../../../runtime/support/mentionedValues.ts';

const rows = [
  { product: 'Lamp', town: 'New York', amount: 12, note: 'a' },
  { product: 'Chair', town: 'York', amount: 7, note: 'of' },
  { product: 'Glass', town: "L'Aquila", amount: 1999, note: '' },
];
const mentions = (question: string): string =>
  mentionedValues(question, rows)
    .map(({ column, value }) => `${column}=${String(value)}`)
    .join(' ');

describe('mentionedValues', () => {
  it('finds a value and its column, spelled as in the data', () => {
    assert.equal(mentions('How many are from york?'), 'town=York');
    assert.equal(mentions('How many CHAIR, in all?'), 'product=Chair');
  });

  it('finds numbers', () => {
    assert.equal(mentions('How many in the year 1999?'), 'amount=1999');
  });

  it('prefers the longer of two values in a column', () => {
    assert.equal(mentions('How many in New York?'), 'town=New York');
  });

  it('finds plurals and words that end like one', () => {
    assert.equal(mentions('How many lamps?'), 'product=Lamp');
    assert.equal(mentions('How much glass?'), 'product=Glass');
  });

  it('finds values with marks inside', () => {
    assert.equal(mentions("Who lives in L'Aquila?"), "town=L'Aquila");
  });

  it('finds values of several columns', () => {
    assert.equal(mentions('How many lamps went to York?'), 'product=Lamp town=York');
  });

  it('does not take small words and single letters for values', () => {
    assert.equal(mentions('Is this a question of a kind?'), '');
  });

  it('finds nothing in nothing', () => {
    assert.equal(mentions(''), '');
    assert.deepEqual(mentionedValues('How many lamps?', []), []);
  });

  it('finds every value that is asked for by name, and never throws', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    fc.assert(
      fc.property(
        word,
        fc.string(),
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        (value, text, cell) => {
          const found = mentionedValues(`${text} ${value} ?`, [{ c: value, d: cell }]);
          assert.ok(
            found.some((mention) => mention.column === 'c'),
            value,
          );
        },
      ),
      { seed: 2 },
    );
  });
});
