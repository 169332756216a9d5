// What people together say about an item, and where they differ.
import type { RubricReference } from '../contract/label.ts';
import type { VerdictLevel } from '../contract/judge.ts';
import type { ItemLabels, Label } from './itemLabels.ts';
import { isSameRubric } from './rubric.ts';

export type PeopleOutcome =
  | { readonly kind: 'level'; readonly level: VerdictLevel; readonly decided: boolean }
  /** They differ and nobody has decided. */
  | { readonly kind: 'undecided' }
  /** It was decided that the rubric does not say. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'none' };

export interface LabelPool {
  readonly rubric: RubricReference;
  /**
   * Agreement asks for what people said before they saw a verdict: their first labels, blind ones only. Rewards ask for what
   * they think in the end: their last labels.
   */
  readonly purpose: 'agreement' | 'rewards';
}

/** The labels of an item that are put together. */
export function pooledLabels({ labels }: ItemLabels, { rubric, purpose }: LabelPool): Label[] {
  return labels.filter(
    (label) => isSameRubric(label.rubric, rubric) && (purpose === 'rewards' || label.blind),
  );
}

export function levelFor(label: Label, purpose: LabelPool['purpose']): VerdictLevel {
  return purpose === 'rewards' ? label.last : label.first;
}

/** A decision wins; else what all agree on. */
export function peopleOutcome(item: ItemLabels, pool: LabelPool): PeopleOutcome {
  const labels = pooledLabels(item, pool);
  const [first] = labels;
  if (first === undefined) return { kind: 'none' };
  const decision = decisionOn(item, labels);
  if (decision === 'rubric-ambiguous') return { kind: 'ambiguous' };
  if (decision !== null) return { kind: 'level', level: decision, decided: true };
  const level = levelFor(first, pool.purpose);
  const isAgreed = labels.every((label) => levelFor(label, pool.purpose) === level);
  return isAgreed ? { kind: 'level', level, decided: false } : { kind: 'undecided' };
}

/** A decision between labels of another rubric says nothing about these. */
function decisionOn({ decision }: ItemLabels, labels: readonly Label[]) {
  if (decision === null) return null;
  const isAboutThese = labels.some(({ ids }) => ids.some((id) => decision.labelIds.includes(id)));
  return isAboutThese ? decision.outcome : null;
}

/** Labels of two people or more who do not agree in the end, decided or not. Empty where there is no conflict. */
export function conflictingLabels(item: ItemLabels, rubric: RubricReference): Label[] {
  const labels = pooledLabels(item, { rubric, purpose: 'rewards' });
  const differ = new Set(labels.map(({ last }) => last)).size > 1;
  return differ ? labels : [];
}
