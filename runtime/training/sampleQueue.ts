// The sample queue of one task (Tool-R1, arXiv 2509.12867): the newest G trajectories, fresh and cached, first in first out, and an
// archive from which members are swapped in while the pass rate lies outside of the window. Pure. What the paper leaves open is
// decided here: order is that of sampling, a swapped-in member stands where its age puts it, and both ends of the window are inside.
import type { QueueSettings } from '../contract/trainingSettings.ts';
import { isInside } from './difficultyFilter.ts';

export interface Sample {
  readonly id: string;
  readonly pass: boolean;
  /** Train steps that were done when it was sampled. */
  readonly sampledAtStep: number;
}

export interface SampleQueue<Member extends Sample> {
  /** In sampling order: the newest of the task, as many as the archive holds, and older ones that are in the queue. */
  readonly sampled: readonly Member[];
  /** Ids of the members of the queue, in sampling order; at most G. */
  readonly members: readonly string[];
}

export interface Swap {
  readonly out: string;
  readonly in: string;
}

export function emptyQueue<Member extends Sample>(): SampleQueue<Member> {
  return { sampled: [], members: [] };
}

/** In sampling order. */
export function queueMembers<Member extends Sample>(queue: SampleQueue<Member>): Member[] {
  const ids = new Set(queue.members);
  return queue.sampled.filter(({ id }) => ids.has(id));
}

/** The newest 4 G trajectories, or as many as the recipe says, whether in the queue or not. */
export function archive<Member extends Sample>(
  { sampled }: SampleQueue<Member>,
  { groupSize, archiveGroups }: Pick<QueueSettings, 'groupSize' | 'archiveGroups'>,
): readonly Member[] {
  return sampled.slice(-groupSize * archiveGroups);
}

/** Rollouts that the next visit samples: G for an empty queue, otherwise g, or more when members were dropped. */
export function freshNeeded(
  { members }: SampleQueue<Sample>,
  { groupSize, freshPerVisit }: Pick<QueueSettings, 'groupSize' | 'freshPerVisit'>,
): number {
  return Math.max(freshPerVisit, groupSize - members.length);
}

/** Takes members out that are older than the limit; the archive keeps them. */
export function dropStale<Member extends Sample>(
  queue: SampleQueue<Member>,
  settings: Pick<QueueSettings, 'maxStalenessSteps'>,
  trainStep: number,
): { readonly queue: SampleQueue<Member>; readonly dropped: readonly string[] } {
  const stale = queueMembers(queue).filter((one) => isStale(one, settings, trainStep));
  const dropped = stale.map(({ id }) => id);
  return { queue: { ...queue, members: without(queue.members, dropped) }, dropped };
}

/** Puts fresh ones, in sampling order, at the tail; the oldest beyond G leave the queue. */
export function push<Member extends Sample>(
  queue: SampleQueue<Member>,
  fresh: readonly Member[],
  settings: Pick<QueueSettings, 'groupSize' | 'archiveGroups'>,
): { readonly queue: SampleQueue<Member>; readonly evicted: readonly string[] } {
  const all = [...queue.members, ...fresh.map(({ id }) => id)];
  const members = all.slice(-settings.groupSize);
  const pushed = { sampled: [...queue.sampled, ...fresh], members };
  const evicted = all.slice(0, all.length - members.length);
  return { queue: trimmed(pushed, settings), evicted };
}

/**
 * Swaps the oldest member of the class that there is too much of for the newest archived one of the other class, until the pass
 * rate is inside. Without such a one it ends outside, and the swaps that were made stay. At most G swaps: with a window narrower
 * than 1 / G the rate could jump over it for ever.
 */
export function resample<Member extends Sample>(
  queue: SampleQueue<Member>,
  settings: QueueSettings,
  trainStep: number,
): {
  readonly queue: SampleQueue<Member>;
  readonly swaps: readonly Swap[];
  readonly inside: boolean;
} {
  const swaps: Swap[] = [];
  let current = queue;
  while (swaps.length < settings.groupSize) {
    const swap = nextSwap(current, settings, trainStep);
    if (swap === null) break;
    swaps.push(swap);
    current = swapped(current, swap);
  }
  return { queue: trimmed(current, settings), swaps, inside: isQueueInside(current, settings) };
}

/** Forgets archived trajectories that are too old to come back, and with them their tokens. */
export function forgetStale<Member extends Sample>(
  { sampled, members }: SampleQueue<Member>,
  settings: Pick<QueueSettings, 'maxStalenessSteps'>,
  trainStep: number,
): SampleQueue<Member> {
  const ids = new Set(members);
  const kept = sampled.filter((one) => ids.has(one.id) || !isStale(one, settings, trainStep));
  return { sampled: kept, members };
}

/** Null without samples. */
export function passRateOf(samples: readonly Pick<Sample, 'pass'>[]): number | null {
  if (samples.length === 0) return null;
  return samples.filter(({ pass }) => pass).length / samples.length;
}

function isQueueInside(queue: SampleQueue<Sample>, { window }: QueueSettings): boolean {
  const passRate = passRateOf(queueMembers(queue));
  return passRate !== null && isInside(passRate, window);
}

/** Null when nothing is to be swapped, or nothing is there to swap in. */
function nextSwap(
  queue: SampleQueue<Sample>,
  settings: QueueSettings,
  trainStep: number,
): Swap | null {
  const members = queueMembers(queue);
  const passRate = passRateOf(members);
  if (passRate === null || isInside(passRate, settings.window)) return null;
  const wanted = passRate < settings.window.low;
  const out = members.find(({ pass }) => pass !== wanted);
  const ids = new Set(queue.members);
  const candidate = archive(queue, settings).findLast(
    (one) => one.pass === wanted && !ids.has(one.id) && !isStale(one, settings, trainStep),
  );
  return out === undefined || candidate === undefined ? null : { out: out.id, in: candidate.id };
}

function swapped<Member extends Sample>(
  { sampled, members }: SampleQueue<Member>,
  swap: Swap,
): SampleQueue<Member> {
  const ids = new Set([...without(members, [swap.out]), swap.in]);
  return { sampled, members: sampled.flatMap(({ id }) => (ids.has(id) ? [id] : [])) };
}

/** Without what neither the archive nor the queue holds. */
function trimmed<Member extends Sample>(
  queue: SampleQueue<Member>,
  settings: Pick<QueueSettings, 'groupSize' | 'archiveGroups'>,
): SampleQueue<Member> {
  const ids = new Set(queue.members);
  const first = queue.sampled.length - settings.groupSize * settings.archiveGroups;
  const sampled = queue.sampled.filter(({ id }, index) => index >= first || ids.has(id));
  return { sampled, members: queue.members };
}

function isStale(
  { sampledAtStep }: Sample,
  { maxStalenessSteps }: Pick<QueueSettings, 'maxStalenessSteps'>,
  trainStep: number,
): boolean {
  return trainStep - sampledAtStep > maxStalenessSteps;
}

function without(ids: readonly string[], gone: readonly string[]): readonly string[] {
  const set = new Set(gone);
  return ids.filter((id) => !set.has(id));
}
