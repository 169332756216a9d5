import assert from 'node:assert/strict';
import { leftOver } from '../../../../../runtime/store/importers/trajectories/leftOver.ts';

describe('leftOver', () => {
  it('names what is not known by its path', () => {
    assert.deepEqual(leftOver({ a: 1, b: [0], c: false }, ['a'], 'info'), {
      'info.b': [0],
      'info.c': false,
    });
    assert.deepEqual(leftOver({ a: 0 }, [], ''), { a: 0 });
  });

  it('leaves out what says nothing', () => {
    assert.deepEqual(leftOver({ a: null, b: '', c: [], d: {}, e: undefined }, [], ''), {});
  });
});
