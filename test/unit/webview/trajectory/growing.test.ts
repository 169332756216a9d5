import assert from 'node:assert/strict';
import fc from 'fast-check';
import { GrowingList } from '../../../../webview/trajectory/state/growingList.ts';
import { GrowingText } from '../../../../webview/trajectory/state/growingText.ts';

describe('GrowingList', () => {
  it('leaves the list before an append as it was', () => {
    const one = GrowingList.empty<string>().append('a');
    const two = one.append('b');
    assert.equal(one.length, 1);
    assert.equal(one.at(1), undefined);
    assert.deepEqual(two.from(0), ['a', 'b']);
  });

  it('is right when the same list grows twice', () => {
    const base = GrowingList.empty<string>().append('a');
    const left = base.append('left');
    const right = base.append('right');
    assert.deepEqual(left.from(0), ['a', 'left']);
    assert.deepEqual(right.from(0), ['a', 'right']);
    assert.deepEqual(left.append('more').from(1), ['left', 'more']);
  });

  it('gives the items from a place on', () => {
    const list = ['a', 'b', 'c'].reduce((grown, item) => grown.append(item), GrowingList.empty());
    assert.deepEqual(list.from(1), ['b', 'c']);
    assert.deepEqual(list.from(3), []);
  });
});

describe('GrowingText', () => {
  it('is the pieces put together', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const text = pieces.reduce((grown, piece) => grown.append(piece), GrowingText.empty);
        assert.equal(text.toString(), pieces.join(''));
        assert.equal(text.characters, pieces.join('').length);
      }),
    );
  });

  it('puts only its end together for the tail', () => {
    const text = ['one ', 'two ', 'three'].reduce(
      (grown, each) => grown.append(each),
      GrowingText.empty,
    );
    assert.equal(text.tail(1), 'three');
    assert.equal(text.tail(6), 'two three');
    assert.equal(text.tail(100), 'one two three');
    assert.equal(GrowingText.empty.tail(5), '');
  });

  it('takes as long to append to a long text as to a short one', () => {
    const grow = (from: GrowingText) => {
      let text = from;
      for (let token = 0; token < 50_000; token += 1) text = text.append('token');
      return text;
    };
    const time = (from: GrowingText) => {
      const start = process.cpuUsage().user;
      grow(from);
      return process.cpuUsage().user - start;
    };
    grow(GrowingText.empty);
    const long = grow(grow(GrowingText.empty));
    const quick = Math.min(...[1, 2, 3].map(() => time(GrowingText.empty)));
    const later = Math.min(...[1, 2, 3].map(() => time(grow(long))));
    // Copying the pieces at each append would take thousands of times as long.
    assert.ok(
      later < 20 * quick + 20_000,
      `${later} µs after 100,000 pieces, ${quick} µs at first`,
    );
  });
});
