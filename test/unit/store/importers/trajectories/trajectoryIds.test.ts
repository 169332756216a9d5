import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Id } from '../../../../../runtime/contract/ids.ts';
import { TrajectoryIds } from '../../../../../runtime/store/importers/trajectories/trajectoryIds.ts';

describe('TrajectoryIds', () => {
  it('takes what can be an id as it is', () => {
    const ids = new TrajectoryIds('verl');
    assert.deepEqual(
      [ids.next('run.1'), ids.next(null), ids.next('  ')],
      ['run.1', 'verl-2', 'verl-3'],
    );
  });

  it('gives no id twice', () => {
    const ids = new TrajectoryIds('verl');
    const given = ['a', 'a', 'a', 'a-2', null].map((wanted) => ids.next(wanted));
    assert.deepEqual(given, ['a', 'a-2', 'a-3', 'a-2-2', 'verl-5']);
  });

  it('makes any text an id of its own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.string({ maxLength: 300 })), { maxLength: 20 }),
        (names) => {
          const ids = new TrajectoryIds('x');
          const given = names.map((name) => ids.next(name));
          assert.equal(new Set(given).size, given.length);
          for (const id of given) assert.ok(Id.safeParse(id).success, id);
        },
      ),
    );
  });
});
