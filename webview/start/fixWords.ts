// What the button of a check says that can be mended from the page. Pure.
import type { TrainingFix } from '../../runtime/contract/training/trainingRequests.ts';
import { cardNumbers } from './planWords.ts';

export interface FixWords {
  readonly label: string;
  /** What it changes, in a sentence. */
  readonly title: string;
}

export function fixWords(fix: TrainingFix): FixWords {
  switch (fix.kind) {
    case 'prepare-machine':
      return {
        label: 'Prepare Machine',
        title: `Brings the program to ${fix.machine} now, not only at the start.`,
      };
    case 'use-cards':
      return {
        label: 'Choose Free Cards',
        title: `${cardsOf(fix.gpus)}, which nobody uses.`,
      };
    case 'keep-checkpoints':
      return { label: 'Fewer Checkpoints', title: `Keeps ${keptOf(fix.keep)}.` };
  }
}

function cardsOf({ train, sample }: Extract<TrainingFix, { kind: 'use-cards' }>['gpus']): string {
  return `Trains on ${cardNumbers(train)} and samples on ${cardNumbers(sample)}`;
}

function keptOf({
  last,
  best,
}: Extract<TrainingFix, { kind: 'keep-checkpoints' }>['keep']): string {
  const newest = last === 1 ? 'the newest one' : `the newest ${last}`;
  return best === 0 ? `${newest} alone` : `${newest} and the best${best === 1 ? '' : ` ${best}`}`;
}
