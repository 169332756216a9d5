import assert from 'node:assert/strict';
import { readRatings, readReason } from '../../../../runtime/judge/llm/readRatings.ts';

const none = { accuracy: null, completeness: null, relevance: null, precision: null };

describe('readRatings', () => {
  const cases: readonly (readonly [string, string, object | null])[] = [
    [
      'the form',
      'Accuracy: 5\nCompleteness: 4\nRelevance: 3\nPrecision: 1',
      { accuracy: 5, completeness: 4, relevance: 3, precision: 1 },
    ],
    ['a share of five', '- **Accuracy**: 4/5', { ...none, accuracy: 4 }],
    ['JSON', '{"accuracy": 2, "precision": 3}', { ...none, accuracy: 2, precision: 3 }],
    ['a numbered list', '1. Accuracy: 5\n2. Relevance = 2', { ...none, accuracy: 5, relevance: 2 }],
    ['Chinese', '准确性：4\n完整性：5', { ...none, accuracy: 4, completeness: 5 }],
    ['out of range', 'Accuracy: 7\nPrecision: 0', null],
    ['a fraction', 'Accuracy: 4.5', null],
    ['ten', 'Accuracy: 10', null],
    ['the letter of the form', 'Accuracy: N', null],
    ['prose', 'Its accuracy is high.', null],
    ['the first of two', 'Accuracy: 2\nAccuracy: 5', { ...none, accuracy: 2 }],
  ];
  for (const [name, reply, expected] of cases) {
    it(`reads ${name}`, () => assert.deepEqual(readRatings(reply), expected));
  }
});

describe('readReason', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['the line', 'Accuracy: 5\nReason: Both say 42.\nVerdict: Correct', 'Both say 42.'],
    ['a bold label', '**Reason:** Both say 42.', 'Both say 42.'],
    ['JSON', '{"reason": "Both say 42", "verdict": "Correct"}', 'Both say 42'],
    ['Chinese', '理由：相同', '相同'],
    ['the first sentence of a chatty reply', 'Both say 42.\nVerdict: Correct', 'Both say 42.'],
    ['only the form', 'Accuracy: 5\nVerdict: Correct', 'no reason given'],
    ['text after reasoning', '<think>hm</think>Reason: Same.', 'Same.'],
    ['nothing', '', 'no reason given'],
  ];
  for (const [name, reply, expected] of cases) {
    it(`reads ${name}`, () => assert.equal(readReason(reply), expected));
  }

  it('keeps a long reason short', () => {
    assert.equal(readReason(`Reason: ${'x'.repeat(5000)}`).length, 600);
  });
});
