// What can be read off an agreement report before it is drawn: which judge is looked at, and what its figures mean in sentences.
import type {
  AgreementReport,
  BiasGroup,
  Estimate,
  Grader,
  JudgeAgainstPeople,
  PairAgreement,
  RewardImpact,
} from '../../runtime/contract/agreement.ts';
import { counted, percent, twoPlaces, wholeNumber } from '../format/numbers.ts';
import { isTooFew } from './estimateView.ts';

/** A sentence of the page; `warns` gives it the sign of a warning. */
export interface Note {
  readonly sentence: string;
  readonly warns: boolean;
}

/** The judge that was asked for; else the one that training uses; else the first. Null when no judge stands against people. */
export function chosenJudge(
  { judges, impact }: Pick<AgreementReport, 'judges' | 'impact'>,
  key: string | null,
): JudgeAgainstPeople | null {
  const find = (wanted: string | undefined): JudgeAgainstPeople | undefined =>
    judges.find(({ judge }) => judge.key === wanted);
  return find(key ?? undefined) ?? find(impact?.judge.key) ?? judges[0] ?? null;
}

/** Key of the judge whose matrix stands behind a pair; null when the pair is not a judge against people. */
export function matrixKey({ left, right }: PairAgreement): string | null {
  const [judge, other] = right.kind === 'people' ? [left, right] : [right, left];
  return other.kind === 'people' && isJudge(judge) ? judge.key : null;
}

export function isJudge({ kind }: Grader): boolean {
  return kind === 'llm' || kind === 'rule' || kind === 'semantic';
}

/** What there are too few of when two graders have too little in common. */
export function sharedThing({ left, right }: PairAgreement): 'answers' | 'labels' {
  return isJudge(left) && isJudge(right) ? 'answers' : 'labels';
}

/** What the figures of a judge mean, a sentence each. Empty while there are not enough labels. */
export function judgeNotes(judge: JudgeAgainstPeople, pair: PairAgreement | null): readonly Note[] {
  if (isTooFew(judge.n)) return [];
  return [luckNote(judge, pair), weakSpot(judge), flipNote(judge)].flatMap((note) => note ?? []);
}

function luckNote({ baseline }: JudgeAgainstPeople, pair: PairAgreement | null): Note | null {
  const same = pair?.same.value ?? null;
  if (baseline === null || baseline.same.value === null || same === null) return null;
  const luck = `Always saying ${baseline.level} agrees with people on ${percent(baseline.same.value)} of the answers`;
  if (same <= baseline.same.value) {
    const sentence = `${luck}; this judge on ${percent(same)}, which is no better.`;
    return { sentence, warns: true };
  }
  const kappa = pair?.kappa.value ?? null;
  const rest = kappa === null ? '' : ` κ takes that luck away: 0.00 against ${twoPlaces(kappa)}.`;
  return { sentence: `${luck}; this judge on ${percent(same)}.${rest}`, warns: false };
}

/** The level that the judge recognises least, when it is fewer than half and not a matter of a few answers. */
function weakSpot({ quality }: JudgeAgainstPeople): Note | null {
  const weak = quality.filter(({ recall, n }) => !isTooFew(n) && (recall.value ?? 1) < 0.5);
  const [weakest] = weak.toSorted((a, b) => (a.recall.value ?? 1) - (b.recall.value ?? 1));
  if (weakest === undefined) return null;
  const share = percent(weakest.recall.value ?? 0);
  const sentence = `${weakest.level} is its weak spot: of the answers that people call so, it calls ${share} so.`;
  return { sentence, warns: true };
}

function flipNote({ flipRate }: JudgeAgainstPeople): Note | null {
  if (flipRate === null || flipRate.value === null) return null;
  const sentence = `Asked again about the same answer, it gave another verdict in ${shareWords(flipRate)} of the repeats.`;
  return { sentence, warns: flipRate.value > 0.1 };
}

/** `6 % (3 % to 10 %)`. */
function shareWords({ value, low, high }: Estimate): string {
  const range = low === null || high === null ? '' : ` (${percent(low)} to ${percent(high)})`;
  return `${percent(value ?? 0)}${range}`;
}

/** The pair of a judge and people. */
export function pairWithPeople(
  { pairs }: Pick<AgreementReport, 'pairs'>,
  judge: Grader,
): PairAgreement | null {
  return pairs.find((pair) => matrixKey(pair) === judge.key) ?? null;
}

export type Leaning = 'too kind' | 'too strict' | 'no difference shown';

/** What a difference in mean score says; only when its interval leaves 0 out does it say something. */
export function leaning({ low, high }: Estimate): Leaning {
  if (low !== null && low > 0) return 'too kind';
  return high !== null && high < 0 ? 'too strict' : 'no difference shown';
}

export const biasWords: Readonly<Record<BiasGroup['by'], string>> = {
  length: 'Length of the answer',
  'number-format': 'Format of numbers',
  language: 'Language',
  'own-model': 'Model that answered',
};

/** `7 of 64 trajectories in 4 labelled groups would be pushed the other way.` */
export function advantageSentence({ advantages }: RewardImpact): string {
  const { groups, trajectories, otherSign } = advantages;
  if (groups === 0) {
    return 'No group has labels on its answers yet, so nothing can be said on advantages.';
  }
  const where = `in ${counted(groups, 'group')} with labels`;
  return `${wholeNumber(otherSign)} of ${counted(trajectories, 'trajectory', 'trajectories')} ${where} have an advantage of the other sign when labels take the place of verdicts.`;
}

/** On groups that train only as judged, or only as labelled; null when there is none. */
export function varianceSentence({ advantages }: RewardImpact): string | null {
  const { varianceLost, varianceGained } = advantages;
  const parts = [
    ...(varianceLost > 0 ? [`${counted(varianceLost, 'group')} would have equal rewards`] : []),
    ...(varianceGained > 0
      ? [`${counted(varianceGained, 'group')} would no longer have equal rewards`]
      : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')} if people were right.`;
}

/** Whether the effect on the reward can be shown; it rests on the labels that its judge has in common with people. */
export function hasImpact(report: Pick<AgreementReport, 'judges' | 'impact'>): boolean {
  const key = report.impact?.judge.key;
  const n = report.judges.find(({ judge }) => judge.key === key)?.n ?? 0;
  return !isTooFew(n);
}

/** Why figures of the judge that training uses are missing: `labels` when there are too few, `judge` when there is none. */
export function missingFor({
  labelledItems,
  impact,
}: Pick<AgreementReport, 'labelledItems' | 'impact'>): 'labels' | 'judge' {
  return impact === null && !isTooFew(labelledItems) ? 'judge' : 'labels';
}

/** Sums over the rows and the columns of a matrix of counts. */
export function matrixTotals(counts: readonly (readonly number[])[]): {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
} {
  const rows = counts.map((row) => row.reduce((sum, one) => sum + one, 0));
  const columns = counts.map((_, column) =>
    counts.reduce((sum, row) => sum + (row[column] ?? 0), 0),
  );
  return { rows, columns };
}
