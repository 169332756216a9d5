// Graphics cards of a machine by what a run does with them. Pure.
import type { GpuRecord } from '../../runtime/contract/training/runFolder.ts';
import type { RunPage } from '../../runtime/contract/training/runView.ts';

export type Gpu = GpuRecord['gpus'][number];

/** `other` cards are not the run's; `all` where it is not known which are. */
export type CardRole = 'train' | 'sample' | 'both' | 'other' | 'all';

export interface CardGroup {
  readonly role: CardRole;
  readonly gpus: readonly Gpu[];
}

export const roleNames: Readonly<Record<CardRole, string>> = {
  train: 'Train',
  sample: 'Sample',
  both: 'Train and sample in turn',
  other: 'Not of this run',
  all: 'All',
};

const order: readonly CardRole[] = ['train', 'sample', 'both', 'other', 'all'];

/** Groups that have cards, those of the run first. */
export function cardGroups(gpus: readonly Gpu[], cards: RunPage['cards']): readonly CardGroup[] {
  return order.flatMap((role) => {
    const own = gpus.filter(({ index }) => roleOf(index, cards) === role);
    return own.length === 0 ? [] : [{ role, gpus: own }];
  });
}

/** `4 train, 4 sample`, `1 trains and samples`, `8 train, b100 samples`; empty where it is not known. */
export function splitWords(cards: RunPage['cards'], sampler: RunPage['sampler']): string {
  const other = sampler === null ? [] : [`${sampler} samples`];
  return [...ownWords(cards), ...other].join(', ');
}

function ownWords(cards: RunPage['cards']): readonly string[] {
  if (cards === null) return [];
  const { train, sample } = cards;
  const both = train.filter((index) => sample.includes(index)).length;
  const counts = [
    [train.length - both, 'train'],
    [sample.length - both, 'sample'],
    [both, both === 1 ? 'trains and samples' : 'train and sample'],
  ] as const;
  return counts.flatMap(([count, does]) => (count === 0 ? [] : [`${count} ${does}`]));
}

function roleOf(index: number, cards: RunPage['cards']): CardRole {
  if (cards === null) return 'all';
  const [trains, samples] = [cards.train.includes(index), cards.sample.includes(index)];
  if (trains && samples) return 'both';
  if (trains) return 'train';
  return samples ? 'sample' : 'other';
}
