// Every case of the reference vectors: the official rules to the letter, the fixed rules where they are decided.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { finalAnswerText } from '../../../runtime/agent/finalAnswerText.ts';
import { matchGaia } from '../../../runtime/judge/gaiaScorer.ts';

interface Case {
  readonly name: string;
  readonly category: string;
  readonly input: { readonly answer: unknown; readonly truth: string };
  readonly expected: {
    readonly official: boolean | null;
    readonly fixed: boolean | null;
    readonly officialThrows?: string;
  };
}

const file = new URL('../../fixtures/vectors/gaia-scorer.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };

/** What Python's str() gives: the official scorer renders an answer by it before it reads a number. */
function pythonStr(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonStr).join(', ')}]`;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

describe('matchGaia', () => {
  it('has the 180 reference cases', () => {
    assert.equal(vectors.cases.length, 180);
    assert.ok(vectors.cases.filter((one) => one.expected.fixed !== null).length >= 150);
  });

  for (const { name, input, expected } of vectors.cases) {
    if (expected.official === null) {
      // The official scorer raises for answers that are not text; here an answer is always text.
      it(`official has no result: ${name}`, () => {
        assert.notEqual(typeof input.answer, 'string');
        assert.equal(expected.officialThrows, 'TypeError');
      });
    } else {
      it(`official, ${name}`, () => {
        const { matches } = matchGaia(pythonStr(input.answer), input.truth, 'official');
        assert.equal(matches, expected.official);
      });
    }
    if (expected.fixed !== null) {
      it(`fixed, ${name}`, () => {
        const { matches } = matchGaia(finalAnswerText(input.answer), input.truth, 'fixed');
        assert.equal(matches, expected.fixed);
      });
    }
  }

  it('says how it compared', () => {
    assert.equal(matchGaia('1', '1', 'fixed').comparedAs, 'number');
    assert.equal(matchGaia('1', '1,000', 'fixed').comparedAs, 'number');
    assert.equal(matchGaia('1', '1,000', 'official').comparedAs, 'list');
    assert.equal(matchGaia('1', 'a, b', 'fixed').comparedAs, 'list');
    assert.equal(matchGaia('1', 'one', 'fixed').comparedAs, 'text');
  });
});
