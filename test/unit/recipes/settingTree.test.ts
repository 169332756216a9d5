import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editDistance, nearestName } from '../../../runtime/recipes/nearestName.ts';
import {
  isTree,
  layOver,
  leavesOf,
  treeWith,
  valueAt,
} from '../../../runtime/recipes/settingTree.ts';

/** Plain objects of a few names, with values that are no objects. */
const { tree } = fc.letrec<{ tree: Record<string, unknown>; value: unknown }>((tie) => ({
  tree: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.integer(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
    tie('tree'),
  ),
}));

describe('setting trees', () => {
  it('lists leaves in order; lists and null are leaves', () => {
    assert.deepEqual(leavesOf({ a: { b: 1, c: [2] }, d: null }), [
      ['a.b', 1],
      ['a.c', [2]],
      ['d', null],
    ]);
  });

  it('finds every leaf again at its path', () => {
    fc.assert(
      fc.property(tree, (one) => {
        for (const [path, value] of leavesOf(one)) {
          assert.deepEqual(valueAt(one, path.split('.')), value);
        }
      }),
    );
  });

  it('lays field over field and replaces the rest', () => {
    assert.deepEqual(layOver({ a: { b: 1, c: [2, 3] }, d: 4 }, { a: { c: [5] }, d: { e: 6 } }), {
      a: { b: 1, c: [5] },
      d: { e: 6 },
    });
  });

  it('replaces an object of another kind whole', () => {
    const before = { reward: { kind: 'one', weight: 1 } };
    assert.deepEqual(layOver(before, { reward: { kind: 'two' } }), { reward: { kind: 'two' } });
    assert.deepEqual(layOver(before, { reward: { kind: 'one', more: 2 } }), {
      reward: { kind: 'one', weight: 1, more: 2 },
    });
  });

  it('has every leaf of what was laid over, and changes neither of the two', () => {
    fc.assert(
      fc.property(tree, tree, (below, above) => {
        const before = structuredClone([below, above]);
        const merged = layOver(below, above);
        for (const [path, value] of leavesOf(above)) {
          assert.deepEqual(valueAt(merged, path.split('.')), value);
        }
        assert.deepEqual(layOver(merged, above), merged);
        assert.deepEqual([below, above], before);
      }),
    );
  });

  it('makes a tree with one value', () => {
    assert.deepEqual(treeWith(['a', 'b'], 1), { a: { b: 1 } });
    assert.deepEqual(
      [isTree({}), isTree([]), isTree(null), isTree(1)],
      [true, false, false, false],
    );
  });

  it('finds nothing where nothing is', () => {
    assert.equal(valueAt({ a: [1, 2] }, ['a', 1]), 2);
    assert.equal(valueAt({ a: 1 }, ['a', 'b']), undefined);
    assert.equal(valueAt(null, ['a']), undefined);
  });
});

describe('nearest name', () => {
  const distances: readonly (readonly [string, string, number])[] = [
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['resmaple', 'resample', 1],
    ['ca', 'abc', 3],
  ];
  for (const [from, to, distance] of distances) {
    it(`needs ${distance} changes from "${from}" to "${to}"`, () => {
      assert.equal(editDistance(from, to), distance);
      assert.equal(editDistance(to, from), distance);
    });
  }

  it('takes the nearest that is near enough', () => {
    const names = ['groupSize', 'freshPerVisit', 'window'];
    assert.equal(nearestName('groupsize', names), 'groupSize');
    assert.equal(nearestName('windwo', names), 'window');
    assert.equal(nearestName('temperature', names), null);
    assert.equal(nearestName('x', names), null);
  });
});
