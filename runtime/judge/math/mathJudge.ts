// The judge of mathematical answers: Correct when answer and reference are the same number, or the same expression but for how LaTeX
// spells it, else Wrong. Both may stand in a box.
import type { JudgeIdentity } from '../../contract/judge.ts';
import type { Judge } from '../judge.ts';
import { boxedAnswer } from './boxedAnswer.ts';
import { plainMath, plainValue } from './plainMath.ts';

const identity: JudgeIdentity = { name: 'math', version: '1', kind: 'rule' };

/** Numbers that differ by less, in relation to the larger, are written with other digits but mean the same. */
const tolerance = 1e-9;

export const mathJudge: Judge = {
  identity,
  judge: ({ finalAnswer, referenceAnswer }) => {
    const [given, truth] = [finalAnswer, referenceAnswer].map(spelled);
    const same = given !== undefined && truth !== undefined && isSame(given, truth);
    return Promise.resolve({
      outcome: 'scored',
      judge: identity,
      level: same ? 'Correct' : 'Wrong',
      score: same ? 1 : 0,
      reason: `${short(given ?? '')} ${same ? 'equals' : 'differs from'} ${short(truth ?? '')}`,
    });
  },
};

function spelled(answer: string): string {
  return plainMath(boxedAnswer(answer) ?? answer);
}

function isSame(given: string, truth: string): boolean {
  if (given === truth) return true;
  const [one, other] = [plainValue(given), plainValue(truth)];
  if (one === null || other === null) return false;
  return Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other));
}

function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
