import assert from 'node:assert/strict';
import { importWords } from '../../../../extension/tasks/importWords.ts';

describe('what came of an import', () => {
  for (const [added, alreadyThere, problems, words] of [
    [['a', 'b'], [], [], 'Added 2 tasks from t.csv.'],
    [['a'], ['b'], [], 'Added 1 task from t.csv; 1 was there already.'],
    [[], ['a', 'b'], [], 'Added 0 tasks from t.csv; 2 were there already.'],
    [
      ['a'],
      [],
      [{ line: 4, message: 'no question.' }],
      'Added 1 task from t.csv. 1 line could not be used; line 4: no question.',
    ],
    [
      ['a'],
      ['b'],
      [
        { line: 4, message: 'no question' },
        { line: 9, message: 'torn' },
      ],
      'Added 1 task from t.csv; 1 was there already. 2 lines could not be used; line 4: no question.',
    ],
  ] as const) {
    it(words, () => {
      const imported = {
        added: [...added],
        alreadyThere: [...alreadyThere],
        problems: [...problems],
      };
      assert.equal(importWords('t.csv', imported), words);
    });
  }
});
