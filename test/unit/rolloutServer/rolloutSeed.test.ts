import assert from 'node:assert/strict';
import { Id } from '../../../runtime/contract/ids.ts';
import {
  rolloutId,
  rolloutSeed,
  type RolloutPlace,
} from '../../../runtime/rolloutServer/rolloutSeed.ts';

const place: RolloutPlace = { runId: 'run-1', seed: 7, step: 3, taskId: 'sum', index: 2 };

describe('rolloutSeed', () => {
  it('is the same for the same place, whatever the run is called', () => {
    assert.equal(rolloutSeed(place), rolloutSeed({ ...place, runId: 'run-2' }));
    // Changing how seeds are made would change what a resumed run samples.
    assert.equal(rolloutSeed(place), 215_253_268);
  });

  it('differs for every other place', () => {
    const seeds = new Set<number>();
    for (let seed = 0; seed < 3; seed += 1) {
      for (let step = 0; step < 10; step += 1) {
        for (let index = 0; index < 16; index += 1) {
          for (const taskId of ['a', 'b', '1'])
            seeds.add(rolloutSeed({ ...place, seed, step, index, taskId }));
        }
      }
    }
    assert.equal(seeds.size, 3 * 10 * 16 * 3);
    for (const seed of seeds) assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31);
  });
});

describe('rolloutId', () => {
  it('reads as task, step and index', () => {
    assert.match(rolloutId(place), /^sum\.3\.2\.[0-9a-f]{8}$/);
  });

  it('is an id whatever the task is called, and tells long names apart', () => {
    const long = (end: string) => rolloutId({ ...place, taskId: `${'t'.repeat(126)}${end}` });
    assert.ok(Id.safeParse(long('a')).success);
    assert.notEqual(long('a'), long('b'));
    assert.notEqual(rolloutId(place), rolloutId({ ...place, runId: 'run-2' }));
  });
});
