// Which cards train and which sample, and what a click on one changes. Pure.
import type { GpuChoice } from '../../runtime/contract/training/trainingRequests.ts';

export type CardRole = 'train' | 'sample' | 'both' | 'free';

/** Which cards may be given which part: those of the machine that trains, or of another one that samples. */
export type CardSide = 'one-machine' | 'trainer' | 'sampler';

export function roleOf(card: number, { train, sample }: GpuChoice, side: CardSide): CardRole {
  const trains = side !== 'sampler' && train.includes(card);
  const samples = side !== 'trainer' && sample.includes(card);
  if (trains && samples) return 'both';
  return trains ? 'train' : samples ? 'sample' : 'free';
}

const turns: Readonly<Record<CardSide, readonly CardRole[]>> = {
  'one-machine': ['train', 'sample', 'free'],
  trainer: ['train', 'free'],
  sampler: ['sample', 'free'],
};

/** What the card does after the next click. */
export function nextRole(card: number, choice: GpuChoice, side: CardSide): CardRole {
  const roles = turns[side];
  const now = roleOf(card, choice, side);
  // One that does both goes on as one that trains.
  const at = roles.indexOf(now === 'both' ? 'train' : now);
  return roles[(at + 1) % roles.length] ?? 'free';
}

/** A choice, or why it cannot be. */
export type Turned =
  | { readonly ok: true; readonly choice: GpuChoice }
  | { readonly ok: false; readonly problem: string };

export function turned(card: number, choice: GpuChoice, side: CardSide): Turned {
  const role = nextRole(card, choice, side);
  const train = side === 'sampler' ? choice.train : given(choice.train, card, role === 'train');
  const sample = side === 'trainer' ? choice.sample : given(choice.sample, card, role === 'sample');
  if (train.length === 0) return { ok: false, problem: 'At least one card has to train.' };
  if (sample.length === 0 && side !== 'one-machine')
    return { ok: false, problem: 'At least one card has to sample.' };
  const shared = side === 'one-machine' ? sample.filter((one) => !train.includes(one)) : sample;
  // Where none samples alone, those that train take turns.
  return { ok: true, choice: { train, sample: shared } };
}

function given(cards: readonly number[], card: number, has: boolean): number[] {
  const others = cards.filter((one) => one !== card);
  return has ? [...others, card].toSorted((one, other) => one - other) : others;
}
