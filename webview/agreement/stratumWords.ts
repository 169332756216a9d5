// Why an answer was drawn for labelling, in words. For answers with a label only: before it, the words would tell.
import type { Stratum } from '../../runtime/contract/label.ts';

export const stratumWords: Readonly<Record<Stratum, string>> = {
  advantage: 'a disagreement with a large advantage',
  'judge-judge': 'judge against judge',
  'judge-rule': 'judge against rule',
  partial: 'partially correct',
  unstable: 'an unstable verdict',
  random: 'a random answer',
};
