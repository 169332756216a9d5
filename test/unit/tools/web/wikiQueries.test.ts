import assert from 'node:assert/strict';
import { wikiQueries } from '../../../../runtime/tools/web/wikiQueries.ts';

describe('wikiQueries', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Jupiter', ['Jupiter']],
    [
      'How many studio albums were published by Mercedes Sosa between 2000 and 2009?',
      [
        'How many studio albums were published by Mercedes Sosa between 2000 and 2009',
        'studio albums published Mercedes Sosa 2000 2009',
        'Mercedes Sosa 2000 2009',
      ],
    ],
    ['  What is the   tide?! ', ['What is the tide', 'tide']],
    ["Who was O'Neill's wife", ["Who was O'Neill's wife", "O'Neill's wife", "O'Neill's"]],
    ['富士山の高さは', ['富士山の高さは']],
    ['?', []],
  ];
  for (const [question, queries] of cases) {
    it(`asks for ${question.trim()}`, () => assert.deepEqual(wikiQueries(question), queries));
  }
});
