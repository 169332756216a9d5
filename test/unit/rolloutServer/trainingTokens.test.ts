import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TokenRecord } from '../../../runtime/contract/reply.ts';
import { trainingTokens } from '../../../runtime/rolloutServer/trainingTokens.ts';
import { makeReply } from '../../fakes/records.ts';

interface Given extends Pick<TokenRecord, 'promptIds' | 'completionIds' | 'logProbs'> {
  readonly completionMask?: (0 | 1)[];
}

function steps(...records: readonly (Given | null)[]) {
  return records.map((record, position) => ({
    index: position + 1,
    reply: makeReply({
      tokens:
        record === null
          ? null
          : { completionMask: record.completionIds.map(() => 1 as const), ...record },
    }),
  }));
}

function problem(...records: readonly (Given | null)[]): string {
  const result = trainingTokens(steps(...records));
  assert.ok(!result.ok, 'it was taken');
  return result.problem;
}

const first: Given = { promptIds: [1, 2], completionIds: [3, 4], logProbs: [-0.1, -0.2] };

describe('trainingTokens', () => {
  it('puts prompts and replies into one row, observations masked', () => {
    const second: Given = {
      promptIds: [1, 2, 3, 4, 8, 9],
      completionIds: [5],
      logProbs: [-0.3],
    };
    assert.deepEqual(trainingTokens(steps(first, second)), {
      ok: true,
      value: {
        promptIds: [1, 2],
        completionIds: [3, 4, 8, 9, 5],
        mask: [1, 1, 0, 0, 1],
        logProbs: [-0.1, -0.2, 0, 0, -0.3],
      },
    });
  });

  it('masks text that was put into a reply', () => {
    const shaped: Given = { ...first, completionMask: [0, 1], logProbs: [0, -0.2] };
    const row = trainingTokens(steps(shaped));
    assert.ok(row.ok);
    assert.deepEqual(row.value.mask, [0, 1]);
  });

  it('refuses prompts that do not go on from what was sampled', () => {
    const next = (promptIds: number[]): Given => ({ ...first, promptIds });
    assert.match(problem(first, next([1, 2, 3, 9, 8])), /^step 2: its prompt does not go on/);
    assert.match(problem(first, next([1, 9, 3, 4, 8])), /^step 2: its prompt does not go on/);
    assert.match(problem(first, next([1, 2, 3])), /^step 2: its prompt does not go on/);
    assert.match(problem(first, next([1, 2, 3, 4])), /^step 2: its prompt does not go on/);
  });

  it('refuses replies that lack what training needs', () => {
    assert.match(problem(), /no step/);
    assert.match(problem(null), /step 1: the reply has no token ids/);
    assert.match(problem({ ...first, logProbs: null }), /no log-probabilities/);
    assert.match(problem({ ...first, completionIds: [], logProbs: [] }), /no log-probabilities/);
    assert.match(problem({ ...first, logProbs: [-0.1] }), /differ in length/);
    assert.match(problem({ ...first, completionMask: [1, 0] }), /ends with a token that was not/);
  });

  it('refuses log-probabilities that are none', () => {
    for (const wrong of [0.1, Number.NaN, -Infinity, Infinity]) {
      assert.match(problem({ ...first, logProbs: [wrong, -0.2] }), /log-probability .* is none/);
    }
  });

  it('gives rows that the prompts of all turns can be read back from', () => {
    const ids = (minLength: number) =>
      fc.array(fc.integer({ min: 0, max: 99 }), { minLength, maxLength: 6 });
    const turn = fc.record({ observation: ids(1), sampled: ids(1) });
    fc.assert(
      fc.property(ids(1), fc.array(turn, { minLength: 1, maxLength: 6 }), (prompt, turns) => {
        let before = prompt;
        const records = turns.map(({ observation, sampled }, position): Given => {
          const promptIds = position === 0 ? prompt : [...before, ...observation];
          before = [...promptIds, ...sampled];
          return { promptIds, completionIds: sampled, logProbs: sampled.map((id) => -id) };
        });
        const row = trainingTokens(steps(...records));
        assert.ok(row.ok);
        const { promptIds, completionIds, mask, logProbs } = row.value;
        assert.deepEqual([...promptIds, ...completionIds], before);
        assert.deepEqual(
          completionIds.filter((_, place) => mask[place] === 1),
          turns.flatMap(({ sampled }) => sampled),
        );
        assert.ok(
          logProbs.every(
            (value, place) => value === (mask[place] === 1 ? -completionIds[place]! : 0),
          ),
        );
      }),
    );
  });
});
