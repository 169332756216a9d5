// A plan in words. Pure.
import type { StartView, StartWork } from '../../runtime/contract/startPanel.ts';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { counted, wholeNumber } from '../format/numbers.ts';

type Tasks = TrainingPlan['tasks'];
type Check = TrainingPlan['checks'][number];

/** `412 of 1,300 in the window`; how many there are where none is measured. */
export function taskWords({ all, inWindow, unmeasured }: Tasks): string {
  if (unmeasured === all) return `${counted(all, 'task')}, how hard they are is not measured`;
  return `${wholeNumber(inWindow)} of ${wholeNumber(all)} in the window`;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** `7.62 B parameters, all weights, bfloat16`. */
export function modelWords({ parameters, kind }: TrainingPlan['model']): string {
  if (parameters === null) return kind;
  const size = compact.format(parameters).replace(/\D$/, (unit) => ` ${unit}`);
  return `${size} parameters, ${kind}`;
}

/** `0–3, 6`. */
export function cardNumbers(cards: readonly number[]): string {
  const sorted = cards.toSorted((one, other) => one - other);
  const ranges: { first: number; last: number }[] = [];
  for (const card of sorted) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last === card - 1) range.last = card;
    else ranges.push({ first: card, last: card });
  }
  return ranges
    .map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`))
    .join(', ');
}

/** `0–3 train, 4–7 of b100 sample`. */
export function splitWords(
  { train, sample }: TrainingPlan['gpus'],
  sampler: string | null,
): string {
  if (train.length === 0 && sample.length === 0) return 'none, on the processor';
  const of = sampler === null ? '' : ` of ${sampler}`;
  return [
    ...(train.length === 0 ? [] : [`${cardNumbers(train)} train`]),
    ...(sample.length === 0 ? [] : [`${cardNumbers(sample)}${of} sample`]),
  ].join(', ');
}

/** `8 × NVIDIA A100-SXM4-80GB, 64 cores`; empty before the machine was heard. */
export function machineWords(machine: StartView['machine']): string {
  const facts = machine?.facts ?? null;
  if (facts === null) return '';
  const [card] = facts.gpus;
  const cards = card === undefined ? 'no graphics card' : `${facts.gpus.length} × ${card.name}`;
  return `${cards}, ${counted(facts.cores, 'core')}`;
}

/** As rough as an estimate is: `40 s`, `25 min`, `27 h`, `3 days`. */
export function roughTime(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** `24 h to 31 h, 8 in 10 runs`. */
export function rangeWords({ low, high }: NonNullable<TrainingPlan['time']>): string {
  return `${roughTime(low)} to ${roughTime(high)}, 8 in 10 runs`;
}

const order: Readonly<Record<Check['state'], number>> = { fail: 0, warn: 1, pass: 2 };

/** What fails first, then what is doubtful; as they were given within each. */
export function sortedChecks(checks: readonly Check[]): readonly Check[] {
  return checks.toSorted((one, other) => order[one.state] - order[other.state]);
}

/** `5 passed, 2 warnings, 1 failed`. */
export function checkSum(checks: readonly Check[]): string {
  const of = (state: Check['state']): number => checks.filter((one) => one.state === state).length;
  const [failed, warned] = [of('fail'), of('warn')];
  return [
    `${of('pass')} passed`,
    ...(warned === 0 ? [] : [counted(warned, 'warning')]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
}

/** Why it cannot be started now; null when it can. */
export function startRefusal({ plan, work, problem }: StartView): string | null {
  if (work !== null)
    return work.doing === 'plan' ? 'Everything is being checked.' : 'It is being started.';
  if (plan === null || problem?.doing === 'plan') return 'There is no plan yet. Check again first.';
  const [first, ...others] = plan.checks.filter(({ state }) => state === 'fail');
  if (first === undefined) return null;
  const more =
    others.length === 0 ? '' : ` Then ${counted(others.length, 'other check')} that failed.`;
  return `${first.name}: ${first.advice ?? first.detail}${more}`;
}

/** `Copying the model: 40 %`. */
export function workWords(
  { doing, activity, done, total }: StartWork,
  name: string | null,
): string {
  const first = doing === 'plan' ? 'Checking' : `Starting ${name ?? 'the training'}`;
  const of = total === null || total === 0 ? '' : `: ${Math.round((100 * done) / total)} %`;
  return `${activity ?? first}${of}`;
}

/** The commands of each host, in the order in which hosts come first. */
export function commandsByHost(
  commands: TrainingPlan['commands'],
): readonly (readonly [host: string, commands: TrainingPlan['commands']])[] {
  const hosts = [...new Set(commands.map(({ host }) => host))];
  return hosts.map((host) => [host, commands.filter((one) => one.host === host)]);
}
