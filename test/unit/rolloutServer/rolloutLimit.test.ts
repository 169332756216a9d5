import assert from 'node:assert/strict';
import { rolloutLimit, sandboxLayout } from '../../../runtime/rolloutServer/rolloutLimit.ts';

describe('rolloutLimit', () => {
  it('is four for each core where there is memory for them', () => {
    assert.equal(rolloutLimit({ cores: 2, memory: 16e9 }), 8);
    assert.equal(rolloutLimit({ cores: 16, memory: 128e9 }), 64);
  });

  it('leaves three quarters of the memory to others', () => {
    assert.equal(rolloutLimit({ cores: 16, memory: 8e9 }), 12);
  });

  it('is at least one and never endless', () => {
    assert.equal(rolloutLimit({ cores: 1, memory: 1e8 }), 1);
    assert.equal(rolloutLimit({ cores: 256, memory: 2e12 }), 128);
  });
});

describe('sandboxLayout', () => {
  it('has as many sandboxes as rollouts, at most eight in a process', () => {
    for (let limit = 1; limit <= 128; limit += 1) {
      const { processes, workersPerProcess } = sandboxLayout(limit);
      assert.ok(processes * workersPerProcess >= limit);
      assert.ok(processes * workersPerProcess < limit + processes);
      assert.ok(workersPerProcess <= 8);
    }
    assert.deepEqual(sandboxLayout(8), { processes: 1, workersPerProcess: 8 });
    assert.deepEqual(sandboxLayout(9), { processes: 2, workersPerProcess: 5 });
  });
});
