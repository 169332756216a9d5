// The row of filters above the list. Says what a person wants by calling back; keeps nothing itself.
import { html, nothing, type TemplateResult } from 'lit';
import type { StopReason } from '../../runtime/contract/trajectory.ts';
import type { ListQuery } from '../../runtime/contract/viewing.ts';
import { toggle, tool } from '../controls/button.ts';
import { dropdown } from '../controls/dropdown.ts';
import { textField } from '../controls/textField.ts';
import { twoPlaces } from '../format/numbers.ts';
import { stopFilterWords } from '../format/words.ts';
import { draftProblem, type FilterDraft, type RangeField } from './filterDraft.ts';
import { hasFilters, verdictWords } from './listWords.ts';
import type { ListSummary } from './rowSource.ts';

export interface FilterBarOptions {
  readonly query: ListQuery;
  readonly draft: FilterDraft;
  readonly summary: ListSummary | null;
  readonly narrow: boolean;
  /** On narrow pages the filters are behind a button. */
  readonly open: boolean;
  readonly follow: boolean;
  readonly type: (field: RangeField | 'text', text: string) => void;
  readonly choose: (change: Partial<ListQuery>) => void;
  readonly toggleOpen: () => void;
  readonly toggleGroup: () => void;
  readonly toggleFollow: () => void;
  readonly clear: () => void;
}

const stopReasons = [
  'final-answer',
  'max-steps',
  'context-full',
  'no-code',
  'cancelled',
  'failure',
  'running',
] as const satisfies readonly (StopReason | 'running')[];
const verdicts = ['Correct', 'Partially Correct', 'Wrong', 'disagreement', 'unjudged'] as const;

export function filterBar(options: FilterBarOptions): TemplateResult {
  const { query, draft, narrow, open } = options;
  const hint = 'Find in question, answer or code';
  return html`<div class="bar-row" role="search" aria-label="Filters">
    <div class="field find">
      ${textField({
        label: hint,
        placeholder: hint,
        icon: 'find',
        value: draft.text,
        changed: (text) => options.type('text', text),
        class: 'find-text',
      })}
    </div>
    ${narrow && !open ? nothing : filters(options)}
    ${narrow ? filtersToggle(options) : html`<span class="sep"></span>`}
    ${toggle({
      label: narrow ? 'Group' : 'Group by task',
      icon: 'group',
      pressed: query.groupByTask,
      press: options.toggleGroup,
    })}
    ${toggle({
      label: 'Follow',
      icon: 'follow',
      pressed: options.follow,
      press: options.toggleFollow,
      title: 'Stay at the end while the file grows',
    })}
    ${
      hasFilters(query)
        ? tool({ label: 'Clear filters', icon: 'cross', press: options.clear, class: 'framed' })
        : nothing
    }
  </div>`;
}

function filtersToggle({ query, open, toggleOpen }: FilterBarOptions): TemplateResult {
  const set = hasFilters({ ...query, text: '' });
  return toggle({
    label: set && !open ? 'Filters (set)' : 'Filters',
    icon: 'filter',
    pressed: open,
    press: toggleOpen,
  });
}

function filters(options: FilterBarOptions): TemplateResult {
  const { query, choose, summary } = options;
  const highest = summary?.highestReward ?? null;
  return html`<div class="field">
      <span>Stopped by</span>${dropdown({
        label: 'Stopped by',
        value: query.stopReason ?? 'any',
        choices: [
          ['any', 'any'],
          ...stopReasons.map((reason) => [reason, stopFilterWords[reason]] as const),
        ],
        changed: (reason) => choose({ stopReason: reason === 'any' ? null : reason }),
      })}
    </div>
    <div class="field">
      <span>Verdict</span>${dropdown({
        label: 'Verdict',
        value: query.verdict ?? 'any',
        choices: [
          ['any', 'any'],
          ...verdicts.map((verdict) => [verdict, verdictWords(verdict)] as const),
        ],
        changed: (verdict) => choose({ verdict: verdict === 'any' ? null : verdict }),
      })}
    </div>
    <div class="field range" role="group" aria-label="Reward">
      <span>Reward</span>${rangeField(options, 'minReward', 'Lowest reward', 'min')}–${rangeField(
        options,
        'maxReward',
        'Highest reward',
        highest === null ? 'max' : twoPlaces(highest),
      )}
    </div>
    <div class="field range" role="group" aria-label="Steps">
      <span>Steps</span>${rangeField(options, 'minSteps', 'Fewest steps', 'min')}–${rangeField(
        options,
        'maxSteps',
        'Most steps',
        summary === null || summary.highestSteps === 0 ? 'max' : String(summary.highestSteps),
      )}
    </div>`;
}

function rangeField(
  { draft, type }: FilterBarOptions,
  field: RangeField,
  label: string,
  placeholder: string,
): TemplateResult {
  return textField({
    label,
    placeholder,
    value: draft[field],
    problem: draftProblem(field, draft[field]),
    changed: (text) => type(field, text),
  });
}
