import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Stratum } from '../../../runtime/contract/label.ts';
import { allocate, drawQueue, type DrawItem } from '../../../runtime/labels/draw.ts';
import { largeAdvantage, stratumOf } from '../../../runtime/labels/strata.ts';

const strata = Stratum.options;

function items(counts: readonly number[], salt = ''): DrawItem[] {
  return strata.flatMap((stratum, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, number) => ({
      hash: createHash('sha256').update(`${salt}${stratum}${number}`).digest('hex'),
      stratum,
    })),
  );
}

describe('the places of a queue', () => {
  it('go to random by a fifth, and to the others by weight', () => {
    assert.deepEqual(allocate([1000, 1000, 1000, 1000, 1000, 1000], 300), [80, 64, 48, 32, 16, 60]);
  });

  it('go on to others where a stratum has no more', () => {
    assert.deepEqual(allocate([10, 0, 5, 0, 3, 9000], 300), [10, 0, 5, 0, 3, 282]);
    assert.deepEqual(allocate([1000, 0, 0, 0, 0, 2], 100), [98, 0, 0, 0, 0, 2]);
  });

  it('are never more than there are items, and never fewer than asked for', () => {
    for (const size of [1, 2, 5, 17, 100, 5000]) {
      const sizes = [40, 7, 0, 300, 1, 90];
      const shares = allocate(sizes, size);
      const total = shares.reduce((sum, count) => sum + count, 0);
      assert.equal(total, Math.min(size, 438));
      assert.ok(shares.every((count, index) => count <= (sizes[index] ?? 0)));
    }
  });

  it('leave no stratum out that has items', () => {
    const shares = allocate([5000, 1, 1, 1, 1, 5000], 20);
    assert.ok(
      shares.every((count) => count > 0),
      shares.join(' '),
    );
  });
});

describe('a drawn queue', () => {
  const population = items([500, 400, 300, 200, 100, 3000]);

  it('is the same for every window and person, in whatever order items come', () => {
    const drawn = drawQueue(population, 300);
    assert.deepEqual(drawQueue(population.toReversed(), 300), drawn);
  });

  it('states the probability with which each item was drawn', () => {
    const { queue, strata: counts } = drawQueue(population, 300);
    for (const { stratum, population: size, drawn } of counts) {
      const own = queue.filter((item) => item.stratum === stratum);
      assert.equal(own.length, drawn);
      for (const { samplingProbability } of own) assert.equal(samplingProbability, drawn / size);
    }
  });

  it('draws every item about as often as it says', () => {
    const times = Array.from({ length: 400 }, (_, round) => {
      const some = items([30, 0, 0, 0, 0, 100], `round ${round} `);
      const chosen = some.find(({ stratum }) => stratum === 'random')?.hash;
      return drawQueue(some, 40).queue.some(({ hash }) => hash === chosen);
    });
    const share = times.filter(Boolean).length / times.length;
    // 10 of 100; 0.1 +- 4 standard errors of 400 draws.
    assert.ok(Math.abs(share - 0.1) < 0.06, `drawn in ${share}`);
  });

  it('has about the same share of every stratum wherever one stops', () => {
    const { queue, strata: counts } = drawQueue(population, 300);
    const half = queue.slice(0, 150);
    for (const { stratum, drawn } of counts) {
      const own = half.filter((item) => item.stratum === stratum).length;
      assert.ok(Math.abs(own - drawn / 2) <= 1.5, `${stratum}: ${own} of ${drawn}`);
    }
  });

  it('keeps most of its items when new ones come', () => {
    const before = new Set(drawQueue(population, 300).queue.map(({ hash }) => hash));
    const more = [...population, ...items([20, 20, 20, 20, 20, 100], 'new ')];
    const kept = drawQueue(more, 300).queue.filter(({ hash }) => before.has(hash)).length;
    assert.ok(kept > 270, `${kept} of 300`);
  });

  it('keeps what was labelled already, and counts it in no probability', () => {
    const drawn = drawQueue(population, 300);
    const inQueue = new Set(drawn.queue.map(({ hash }) => hash));
    const other = population.find(({ hash }) => !inQueue.has(hash));
    assert.ok(other !== undefined);
    const kept = drawQueue(population, 300, new Set([other.hash]));
    assert.equal(kept.queue.length, 301);
    assert.deepEqual(kept.strata, drawn.strata);
  });
});

describe('the stratum of an item', () => {
  const llm = (level: 'Correct' | 'Partially Correct' | 'Wrong', isUnstable = false) =>
    ({ kind: 'llm', level, isUnstable }) as const;
  const rule = (level: 'Correct' | 'Wrong') =>
    ({ kind: 'rule', level, isUnstable: false }) as const;
  const of = (verdicts: Parameters<typeof stratumOf>[0]['verdicts'], advantage = 0) =>
    stratumOf({ verdicts, advantage });

  it('is the first that fits', () => {
    assert.equal(of([llm('Correct'), llm('Wrong')], largeAdvantage), 'advantage');
    assert.equal(of([llm('Correct'), llm('Wrong')], -largeAdvantage), 'advantage');
    assert.equal(of([llm('Correct'), llm('Wrong')], 0.9), 'judge-judge');
    assert.equal(of([llm('Correct'), llm('Wrong'), rule('Wrong')]), 'judge-judge');
    assert.equal(of([llm('Correct'), rule('Wrong')]), 'judge-rule');
    assert.equal(of([llm('Partially Correct'), rule('Wrong')]), 'judge-rule');
    assert.equal(of([llm('Partially Correct', true)], 5), 'partial');
    assert.equal(of([llm('Correct', true), rule('Correct')]), 'unstable');
  });

  it('is random where nothing differs, judged or not', () => {
    assert.equal(of([llm('Correct'), rule('Correct')], 9), 'random');
    assert.equal(of([]), 'random');
  });
});
