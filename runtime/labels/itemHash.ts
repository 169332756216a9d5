// What makes two answers one item: the same question, reference answer and final answer, whoever gave it and how often.
import { createHash } from 'node:crypto';
import type { ItemHash } from '../contract/label.ts';

/** What a person or a judge sees of an answer. */
export interface AnswerText {
  readonly question: string;
  readonly referenceAnswer: string;
  readonly finalAnswer: string;
}

/** SHA-256 in hexadecimal digits over the three texts as a JSON array, so that no text can run into the next. */
export function itemHash({ question, referenceAnswer, finalAnswer }: AnswerText): ItemHash {
  const text = JSON.stringify([question, referenceAnswer, finalAnswer]);
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
