// The rollouts of a group as a table, with a box to choose two.
import { html, nothing, type TemplateResult } from 'lit';
import { tool } from '../controls/button.ts';
import { checkbox } from '../controls/checkbox.ts';
import { signed, twoPlaces, wholeNumber } from '../format/numbers.ts';
import { endingOf, stopSentences, stopWords, verdictLooks } from '../format/words.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import { ageWords, hasCached, type NumberedMember, partColumns, partOf } from './groupFacts.ts';

export interface GroupTableOptions {
  readonly members: readonly NumberedMember[];
  /** Rows drawn; the rest comes on request. */
  readonly shown: number;
  readonly isChosen: (id: string) => boolean;
  readonly toggle: (member: NumberedMember) => void;
  readonly open: (id: string) => void;
  readonly showMore: () => void;
}

export function groupTable(options: GroupTableOptions): TemplateResult {
  const { members, shown, showMore } = options;
  const parts = partColumns(members.map(({ member }) => member));
  const source = hasCached(members);
  return html`<div class="scroll">
      <table>
        <caption class="sr">
          The rollouts of the group
        </caption>
        <thead>
          <tr>
            <th><span class="sr">Choose</span></th>
            <th scope="col" class="num">No.</th>
            ${source ? html`<th scope="col" class="h1">Source</th>` : nothing}
            <th scope="col">Verdict</th>
            <th scope="col">Answer</th>
            <th scope="col" class="num h2">Steps</th>
            ${parts.map(({ words }) => html`<th scope="col" class="num h1">${words}</th>`)}
            <th scope="col" class="num">Reward</th>
            <th scope="col" class="num">Adv.</th>
            <th scope="col" class="h2">Stopped by</th>
          </tr>
        </thead>
        <tbody>
          ${members.slice(0, shown).map((member) => memberRow(member, parts, source, options))}
        </tbody>
      </table>
    </div>
    ${
      members.length > shown
        ? tool({
            label: `Show ${wholeNumber(Math.min(200, members.length - shown))} more`,
            press: showMore,
            class: 'framed',
          })
        : nothing
    }`;
}

function memberRow(
  numbered: NumberedMember,
  parts: ReturnType<typeof partColumns>,
  source: boolean,
  { isChosen, toggle, open }: GroupTableOptions,
): TemplateResult {
  const { number, member, age } = numbered;
  const { reward, advantage } = member;
  const ending = endingOf(member);
  const chosen = isChosen(member.id);
  const total = reward?.total ?? null;
  return html`<tr class=${chosen ? 'picked' : ''}>
    <td class="mid">
      ${checkbox({
        label: `Choose rollout ${number} to compare`,
        checked: chosen,
        changed: () => toggle(numbered),
      })}
    </td>
    <th scope="row" class="num">
      <button
        type="button"
        class="text-link"
        aria-label="Open rollout ${number}"
        @click=${() => open(member.id)}
      >
        ${number}
      </button>
    </th>
    ${source ? html`<td class="h1 nowrap" title=${ageWords(age)}>${age === 0 ? 'fresh' : `cached, ${age} old`}</td>` : nothing}
    <td>${verdictCell(numbered)}</td>
    ${answerCell(member.finalAnswer)}
    <td class="num h2">${member.steps}</td>
    ${parts.map(({ name }) => html`<td class="num h1">${partOf(reward, name)}</td>`)}
    <td class="num"><b>${total === null ? '–' : twoPlaces(total)}</b></td>
    <td class="num">${advantage === null ? '–' : signed(advantage)}</td>
    <td class="h2" title=${stopSentences[ending]}>${stopWords[ending]}</td>
  </tr>`;
}

function answerCell(finalAnswer: string | null): TemplateResult {
  const text = finalAnswer === null ? 'no answer' : visibleLine(finalAnswer);
  return html`<td class="answer-cell ${finalAnswer === null ? 'muted' : ''}" title=${text}>
    ${text}
  </td>`;
}

function verdictCell({ member }: NumberedMember): TemplateResult {
  const level = member.verdicts.at(-1)?.level ?? null;
  if (level === null) return html`<span class="muted">not judged</span>`;
  const { words, icon: name, tone } = verdictLooks[level];
  return html`<span class="state">${icon(name, tone)}${words}</span>`;
}
