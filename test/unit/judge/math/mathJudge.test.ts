import assert from 'node:assert/strict';
import { mathJudge } from '../../../../runtime/judge/math/mathJudge.ts';
import { plainMath, plainValue } from '../../../../runtime/judge/math/plainMath.ts';

const { signal } = new AbortController();

async function isRight(finalAnswer: string, referenceAnswer: string): Promise<boolean> {
  const verdict = await mathJudge.judge({ question: '', finalAnswer, referenceAnswer }, signal);
  assert.equal(verdict.outcome, 'scored');
  return verdict.level === 'Correct';
}

describe('mathJudge', () => {
  const same: readonly (readonly [answer: string, reference: string])[] = [
    ['7', '7'],
    ['\\boxed{7}', '7'],
    ['$7$', '\\boxed{7}'],
    ['7.0', '7'],
    ['0.5', '\\frac{1}{2}'],
    ['1/2', '\\dfrac12'],
    ['-\\frac{1}{2}', '-0.5'],
    ['\\frac{-1}{2}', '-\\frac12'],
    ['2\\frac{1}{3}', '\\frac{7}{3}'],
    ['1,234', '1234'],
    ['1{,}234.5', '1234.5'],
    ['.5', '0.5'],
    ['50\\%', '50'],
    ['90^\\circ', '90'],
    ['x = 3', '3'],
    ['x \\in [1, 2]', '[1,2]'],
    ['\\left( 3, \\frac{\\pi}{2} \\right)', '(3,\\frac{\\pi}{2})'],
    ['\\sqrt3', '\\sqrt{3}'],
    ['x^{2}+1', 'x^2 + 1'],
    ['5 \\text{ cm}', '5'],
    ['\\text{Evelyn}', 'Evelyn'],
    ['\\text{(C)}', '(C)'],
    ['10\\,000', '10000'],
    ['42.', '42'],
    ['\\tfrac{3}{4}', '0.75'],
  ];
  for (const [answer, reference] of same) {
    it(`takes ${answer} for ${reference}`, async () => {
      assert.equal(await isRight(answer, reference), true);
      assert.equal(await isRight(reference, answer), true);
    });
  }

  const different: readonly (readonly [answer: string, reference: string])[] = [
    ['7', '8'],
    ['\\frac{1}{3}', '0.333'],
    ['(1,2)', '(2,1)'],
    ['x^2', 'x^3'],
    ['-3', '3'],
    ['', '0'],
    ['\\frac{1}{0}', '0'],
    ['12', '1,2'],
    ['\\sqrt{2}', '2'],
    ['A', 'a'],
    ['\\boxed{1', '1'],
    ['50 or 60', '50'],
  ];
  for (const [answer, reference] of different) {
    it(`tells ${JSON.stringify(answer)} from ${reference}`, async () => {
      assert.equal(await isRight(answer, reference), false);
    });
  }

  it('says what it compared', async () => {
    const input = { question: '', finalAnswer: '\\boxed{\\dfrac12}', referenceAnswer: '3' };
    const verdict = await mathJudge.judge(input, signal);
    assert.ok(verdict.outcome === 'scored');
    assert.equal(verdict.reason, '\\frac{1}{2} differs from 3');
    assert.deepEqual(verdict.judge, { name: 'math', version: '1', kind: 'rule' });
  });
});

describe('plainMath', () => {
  it('changes nothing a second time', () => {
    for (const text of ['\\dfrac12', '5 \\text{ cm}', 'x = 3.', '\\left(1,2\\right)', '$.5$']) {
      assert.equal(plainMath(plainMath(text)), plainMath(text));
    }
  });

  it('has a value where it is one number, and none elsewhere', () => {
    assert.deepEqual(
      ['12', '-0.5', '\\frac{6}{4}', '3,000,000'].map(plainValue),
      [12, -0.5, 1.5, 3_000_000],
    );
    assert.deepEqual(['x', '1+1', '\\pi', '(1,2)', '\\frac{1}{0}', ''].map(plainValue), [
      ...Array.from({ length: 6 }, () => null),
    ]);
  });
});
