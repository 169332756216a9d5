// How many tasks of a run stand in which way at a train step, and how old what is trained on is. Pure.
import type { PassRateWindow } from '../../contract/trainingSettings.ts';
import type { QueueTotals } from '../../contract/training/runView.ts';
import type { QueueState, Standing } from './queueRow.ts';

export interface ShownStep {
  readonly step: number;
  readonly epoch: number;
  readonly window: PassRateWindow;
}

/** Shares and staleness are those of the groups that the train step visited. */
export function queueTotals(standings: readonly Standing[], shown: ShownStep): QueueTotals {
  const { step, epoch, window } = shown;
  const number = (...states: QueueState[]) =>
    standings.filter(({ state }) => states.includes(state)).length;
  const visited = standings.flatMap(({ last }) => (last?.step === step ? [last] : []));
  const ages = visited.flatMap(({ staleness }) => staleness).sort((a, b) => a - b);
  const fresh = ages.filter((age) => age === 0).length;
  return {
    tasks: standings.length,
    inWindow: standings.filter(({ last }) => isInside(last?.passRate ?? null, window)).length,
    active: number('active'),
    cooling: number('cooling'),
    probed: standings.filter(({ last }) => last?.why === 'probe' && last.epoch === epoch).length,
    skipped: number('skipped', 'outside-window'),
    inStep: visited.length,
    freshShare: ages.length === 0 ? null : fresh / ages.length,
    stalenessMedian: median(ages),
    stalenessMax: ages.at(-1) ?? null,
  };
}

export function isInside(passRate: number | null, { low, high }: PassRateWindow): boolean {
  return passRate !== null && low <= passRate && passRate <= high;
}

/** Of sorted values. */
function median(values: readonly number[]): number | null {
  const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
