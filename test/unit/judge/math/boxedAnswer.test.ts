import assert from 'node:assert/strict';
import { boxedAnswer } from '../../../../runtime/judge/math/boxedAnswer.ts';

describe('boxedAnswer', () => {
  const cases: readonly (readonly [text: string, held: string | null])[] = [
    ['so $x = \\boxed{7}$.', '7'],
    ['\\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
    ['first \\boxed{1}, then \\boxed{ 2 }', '2'],
    ['\\fbox{3}', '3'],
    ['\\boxed {4}', '4'],
    ['\\boxed 5$', '5'],
    ['\\boxed{\\{1,2\\}}', '\\{1,2\\}'],
    ['\\boxed{\\text{no }}}', '\\text{no }'],
    ['\\boxed{}', ''],
    ['\\boxed{1', null],
    ['boxed{1}', null],
    ['no box', null],
    ['', null],
  ];
  for (const [text, held] of cases) {
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(held)}`, () => {
      assert.equal(boxedAnswer(text), held);
    });
  }
});
