// What is shown of an item once the person has decided: its stratum, the judges' verdicts, and what others said.
import type { LabelItem, OwnLabel, Reveal, RevealedVerdict } from '../contract/labelling.ts';
import type { Verdict } from '../contract/judge.ts';
import type { RubricReference } from '../contract/label.ts';
import { readRecordsAt } from '../store/labels/readRecordsAt.ts';
import { lastVerdicts } from '../store/labels/readAnswers.ts';
import { type ItemLabels, type Label, noMark } from './itemLabels.ts';
import type { JudgedItem } from './population.ts';
import { isSameRubric } from './rubric.ts';

/** @throws FailureError at boundary `store` when the trajectory file was rewritten */
export async function readReveal(
  judged: JudgedItem,
  labels: ItemLabels,
  rater: string,
): Promise<Reveal> {
  const records = await readRecordsAt(judged.reveal.file, judged.reveal.places);
  return {
    stratum: judged.stratum,
    verdicts: newestOfEach(lastVerdicts(records)).map(revealed),
    others: othersLabels(labels, rater),
  };
}

/** Of a judge with several versions only what the newest said. */
function newestOfEach(verdicts: readonly Verdict[]): Verdict[] {
  const isPeople = ({ judge }: Verdict) => judge.kind === 'people';
  const byName = new Map(
    verdicts.filter((one) => !isPeople(one)).map((one) => [one.judge.name, one]),
  );
  return [...byName.values()];
}

function revealed(verdict: Verdict): RevealedVerdict {
  const isScored = verdict.outcome === 'scored';
  return {
    judge: verdict.judge,
    level: isScored ? verdict.level : null,
    reason: isScored ? verdict.reason : verdict.cause,
    criteria: isScored ? (verdict.criteria ?? null) : null,
    repeats: (verdict.repeats ?? []).map(({ level }) => level),
  };
}

function othersLabels({ labels, marks }: ItemLabels, rater: string): Reveal['others'] {
  const newest = new Map<string, Label>();
  for (const label of labels) if (label.rater !== rater) newest.set(label.rater, label);
  return [...newest.values()].map((label) => ({
    rater: label.rater,
    level: label.last,
    note: (marks.get(label.rater) ?? noMark).note,
  }));
}

/** The person's label under the rubric that counts, or else the newest under another. */
export function ownLabelOf(
  { labels }: ItemLabels,
  rater: string,
  rubric: RubricReference,
): Label | null {
  const own = labels.filter((label) => label.rater === rater);
  return own.find((label) => isSameRubric(label.rubric, rubric)) ?? own.at(-1) ?? null;
}

export function ownLabelView(label: Label, rubric: RubricReference): OwnLabel {
  const { id, first, last, milliseconds, at, blind, criteria } = label;
  const currentRubric = isSameRubric(label.rubric, rubric);
  return { id, first, last, milliseconds, at, blind, criteria, currentRubric };
}

/** The only way from a blind item to one that shows more. */
export function withReveal(item: LabelItem, reveal: Reveal): LabelItem {
  return { ...item, reveal };
}
