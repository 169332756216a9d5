// Who holds the graphics cards of a run that was stopped. Pure.
import type { GpuFacts } from '../../contract/machine.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';

export interface HeldCard {
  readonly gpu: number;
  readonly pid: number;
  readonly name: string;
  /** 0 where the driver does not say. */
  readonly mib: number;
}

/** The cards that a run was given; `all` for one that took no place in a line, null for one without cards. */
export function cardsOf({ device, processes }: RunJob): readonly number[] | 'all' | null {
  if (device === 'cpu') return null;
  return processes.queue?.gpus ?? 'all';
}

/**
 * Processes on these cards. Those of other runs of ours are left out: the next in line takes the cards as soon as they are free.
 * @param folder of the run that was stopped
 */
export function heldCards(
  gpus: readonly GpuFacts[],
  cards: readonly number[] | 'all',
  folder: string,
): HeldCard[] {
  return gpus
    .filter(({ index }) => cards === 'all' || cards.includes(index))
    .flatMap(({ index, processes }) =>
      processes
        .filter(({ run }) => run === null || run === folder)
        .map(({ pid, name, memoryMib }) => ({ gpu: index, pid, name, mib: memoryMib ?? 0 })),
    );
}
