// The figures of evaluations in words.
import type { Estimate } from '../../runtime/contract/agreement.ts';
import type {
  EvaluationComparison,
  EvaluationReport,
  ProtocolRecord,
} from '../../runtime/contract/evaluation.ts';
import { duration } from '../format/durations.ts';
import { byThousand, counted, percent, wholeNumber } from '../format/numbers.ts';

/** `58 %`; a dash where nothing could be scored. */
export function rateWords(share: number | null): string {
  return share === null ? '–' : percent(share);
}

/** `(46 to 64)`, in percent; empty without an interval. */
export function intervalWords({ low, high }: Estimate): string {
  return low === null || high === null ? '' : `(${points(low)} to ${points(high)})`;
}

/** `+12 (+3 to +20)`, in points of a share. */
export function changeWords({ value, low, high }: Estimate): string {
  if (value === null) return 'no task was scored in both';
  const range =
    low === null || high === null ? '' : ` (${signedPoints(low)} to ${signedPoints(high)})`;
  return `${signedPoints(value)}${range}`;
}

/** Whether the interval of a difference leaves out 0. */
export function isEffect({ low, high }: Estimate): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}

export function chanceWords({ test }: EvaluationComparison): string {
  if (test === null) return '';
  const p = test.p < 0.001 ? 'p < 0.001' : `p = ${test.p.toFixed(3)}`;
  return `${test.name}, ${p}`;
}

/** `30 tasks, 3 seeds`. */
export function amountWords({ data, seeds, samplesPerSeed }: ProtocolRecord): string {
  const each = samplesPerSeed === 1 ? '' : `, ${wholeNumber(samplesPerSeed)} rollouts each`;
  return `${counted(data.tasks, 'task')}, ${counted(seeds.length, 'seed')}${each}`;
}

const benchmarkNames: Readonly<Record<ProtocolRecord['benchmark'], string>> = {
  gaia: 'GAIA',
  tasks: 'Agent tasks',
  math: 'Mathematics',
  functions: 'Function calling',
};

export function benchmarkWords({ benchmark, data }: ProtocolRecord): string {
  const split = data.split === null ? '' : `, ${data.split}`;
  return `${benchmarkNames[benchmark]}${split}`;
}

/** `45 of 90 rollouts`, while some are missing. */
export function progressWords({ done, planned }: EvaluationReport): string | null {
  return done >= planned ? null : `${wholeNumber(done)} of ${counted(planned, 'rollout')}`;
}

/** `1.31 M`; a dash where a server did not say. */
export function tokenWords({ promptTokens, completionTokens }: EvaluationReport): string {
  if (promptTokens === null || completionTokens === null) return '–';
  return byThousand(promptTokens + completionTokens);
}

/** In the currency of the prices that were given. */
export function costWords({ cost }: EvaluationReport): string {
  return cost === null ? '–' : cost.toFixed(cost < 10 ? 3 : 2);
}

export function timeWords({ milliseconds }: EvaluationReport): string {
  return duration(milliseconds);
}

/** Paths of a protocol as people read them: `sampling.temperature` is `sampling temperature`. */
export function fieldWords(field: string): string {
  return field
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** A value of a protocol, written as JSON, without the quotes of a text; long hashes are cut. */
export function valueWords(json: string): string {
  const text = json.replace(/^"(.*)"$/s, '$1');
  if (/^[0-9a-f]{64}$/.test(text)) return text.slice(0, 12);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function points(share: number): string {
  return (share * 100).toFixed(0);
}

function signedPoints(share: number): string {
  const text = points(share);
  if (Number(text) === 0) return '0';
  return share > 0 ? `+${text}` : `−${points(-share)}`;
}
