// GAIA's quasi-exact match: numbers by value, lists element by element, text without case, white space and punctuation.
// Rules from aymeric-roucher/GAIA 682987ca scripts/evaluation/gaia_scorer.py, which `official` follows to the letter.
// `fixed` mends three traps: truths with thousands separators are numbers, `inf` and `nan` match only themselves, and an
// answer that is no number never equals one.
import { pythonFloat, withoutWhiteSpace } from './pythonFloat.ts';

export type GaiaRules = 'fixed' | 'official';

/** What was compared and how, for the reason of a verdict. */
export interface GaiaMatch {
  readonly matches: boolean;
  readonly comparedAs: 'number' | 'list' | 'text';
}

const thousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const asciiPunctuation = /[!-/:-@[-`{-~]/g;

/** Compares an answer with the reference answer. */
export function matchGaia(answer: string, truth: string, rules: GaiaRules): GaiaMatch {
  if (truthNumber(truth, rules) !== null) {
    return { matches: numberMatches(answer, truth, rules), comparedAs: 'number' };
  }
  if (/[,;]/.test(truth)) {
    return { matches: listMatches(answer, truth, rules), comparedAs: 'list' };
  }
  return { matches: plainText(answer) === plainText(truth), comparedAs: 'text' };
}

function truthNumber(truth: string, rules: GaiaRules): number | null {
  const value = pythonFloat(truth);
  if (value !== null || rules === 'official') return value;
  return thousands.test(truth) ? pythonFloat(truth.replaceAll(',', '')) : null;
}

function numberMatches(answer: string, truth: string, rules: GaiaRules): boolean {
  const expected = truthNumber(truth, rules);
  const given = pythonFloat(answer.replace(/[$%,]/g, ''));
  // The official rule reads whatever is no number as infinity, so that any text matches the truth `inf`.
  if (rules === 'official') return (given ?? Infinity) === expected;
  if (expected === null || given === null) return false;
  return given === expected || (Number.isNaN(given) && Number.isNaN(expected));
}

function listMatches(answer: string, truth: string, rules: GaiaRules): boolean {
  const expected = truth.split(/[,;]/);
  const given = answer.split(/[,;]/);
  return (
    given.length === expected.length &&
    expected.every((element, index) => elementMatches(given[index] ?? '', element, rules))
  );
}

/** Inside a list punctuation counts: the official rule keeps it there. */
function elementMatches(answer: string, truth: string, rules: GaiaRules): boolean {
  return pythonFloat(truth) === null
    ? listText(answer) === listText(truth)
    : numberMatches(answer, truth, rules);
}

function listText(text: string): string {
  return withoutWhiteSpace(text).toLowerCase();
}

function plainText(text: string): string {
  return listText(text).replace(asciiPunctuation, '');
}
