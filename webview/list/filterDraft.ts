// What a person has typed into the number fields of the filters, which may not be a number yet. The query takes over what can be
// read; the rest stays in its field, marked.
import type { ListQuery } from '../../runtime/contract/viewing.ts';

export const rangeFields = ['minReward', 'maxReward', 'minSteps', 'maxSteps'] as const;
export type RangeField = (typeof rangeFields)[number];
export type FilterDraft = Readonly<Record<RangeField | 'text', string>>;

export function draftOf(query: ListQuery): FilterDraft {
  const shown = (value: number | null): string => (value === null ? '' : String(value));
  return {
    text: query.text,
    minReward: shown(query.minReward),
    maxReward: shown(query.maxReward),
    minSteps: shown(query.minSteps),
    maxSteps: shown(query.maxSteps),
  };
}

/** The query with what the draft says; a field that cannot be read filters nothing. */
export function withDraft(query: ListQuery, draft: FilterDraft): ListQuery {
  const number = (field: RangeField): number | null => {
    const text = draft[field].trim();
    return text === '' || draftProblem(field, text) !== null
      ? null
      : Number(text.replace(',', '.'));
  };
  return {
    ...query,
    text: draft.text.trim(),
    minReward: number('minReward'),
    maxReward: number('maxReward'),
    minSteps: number('minSteps'),
    maxSteps: number('maxSteps'),
  };
}

/** A sentence on what to write instead; null when the text can be read. */
export function draftProblem(field: RangeField, text: string): string | null {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  if (field === 'minReward' || field === 'maxReward') {
    return /^-?\d*\.?\d+$|^-?\d+\.$/.test(typed) ? null : 'Write a number, for example 0.5.';
  }
  return /^\d{1,9}$/.test(typed) ? null : 'Write a whole number, for example 3.';
}
