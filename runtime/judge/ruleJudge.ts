// The judge without a model: an answer is Correct when it quasi-exactly matches the reference, else Wrong.
import type { JudgeIdentity } from '../contract/judge.ts';
import type { Judge } from './judge.ts';
import { matchGaia, type GaiaRules } from './gaiaScorer.ts';

const ways = {
  number: 'compared as numbers',
  list: 'compared element by element',
  text: 'compared as text without case, spaces and punctuation',
} as const;

/** `official` keeps the original scorer's behaviour, for figures that must be comparable. */
export function ruleJudge(rules: GaiaRules): Judge {
  const identity: JudgeIdentity = {
    name: rules === 'fixed' ? 'rule' : 'gaia-official',
    version: '1',
    kind: 'rule',
  };
  return {
    identity,
    judge: ({ finalAnswer, referenceAnswer }) => {
      const { matches, comparedAs } = matchGaia(finalAnswer, referenceAnswer, rules);
      const relation = matches ? 'matches' : 'differs from';
      return Promise.resolve({
        outcome: 'scored',
        judge: identity,
        level: matches ? 'Correct' : 'Wrong',
        score: matches ? 1 : 0,
        reason: `"${short(finalAnswer)}" ${relation} "${short(referenceAnswer)}", ${ways[comparedAs]}`,
      });
    },
  };
}

function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
