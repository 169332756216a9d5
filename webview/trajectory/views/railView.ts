// The outline: one line a step. On a narrow page it is a row of icons with numbers, so then only the steps around the chosen
// one are in it.
import { html, nothing, type TemplateResult } from 'lit';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import { button } from '../../controls/button.ts';
import { wholeNumber } from '../../format/numbers.ts';
import { icon, type IconName } from '../../icons.ts';
import { visibleText } from '../../text/visibleText.ts';
import type { RowWindow } from '../column/rowWindow.ts';
import type { LiveStep } from '../state/trajectoryState.ts';
import { liveWords, outcomeOf } from './statusWords.ts';

export interface RailInput {
  readonly rows: readonly StepRow[];
  readonly live: LiveStep | null;
  /** False once its process died: then nothing moves any more. */
  readonly moving: boolean;
  readonly chosen: number | null;
  /** The part of the lines that is drawn. */
  readonly window: RowWindow;
  readonly narrow: boolean;
  readonly choose: (step: number) => void;
  /** Stops the rollout; on a narrow page the header with its button scrolls away. */
  readonly stop: () => void;
  readonly show: (section: 'names' | 'reward') => void;
}

export const railRowHeight = 24;
const narrowReach = 12;

interface Line {
  readonly step: number;
  readonly title: string;
  readonly icon: IconName;
  readonly tone: string;
  readonly words: string;
  /** It ran in the trajectory that this one goes on from. */
  readonly carried: boolean;
}

export function railView(input: RailInput): TemplateResult {
  const { window, narrow, show } = input;
  const lines = linesOf(input);
  const [first, end] = narrow ? around(lines, input.chosen) : [window.first, window.end];
  return html`<nav class="rail" aria-label="Steps">
    <ol data-rail tabindex="-1">
      ${room(narrow ? 0 : window.before)}
      ${lines.slice(first, end).map((line) => lineView(line, input))}
      ${room(narrow ? 0 : window.after)}
    </ol>
    <div class="rule"></div>
    <ul>
      ${
        input.moving
          ? html`<li class="only-narrow">
              ${button({ label: 'Stop', icon: 'stop', press: input.stop })}
            </li>`
          : nothing
      }
      <li>${sectionLink('names', 'table', 'Namespace', show)}</li>
      <li>${sectionLink('reward', 'dash', 'Reward', show)}</li>
    </ul>
    <ul class="keys">
      <li><kbd>j</kbd> <kbd>k</kbd> step</li>
      <li><kbd>n</kbd> <kbd>p</kbd> trajectory</li>
      <li><kbd>/</kbd> find</li>
      <li><kbd>?</kbd> all keys</li>
    </ul>
  </nav>`;
}

/** How many lines the outline has. */
export function railLength({ rows, live }: Pick<RailInput, 'rows' | 'live'>): number {
  return rows.length + (live === null ? 0 : 1);
}

function linesOf({ rows, live, moving }: RailInput): readonly Line[] {
  const lines = rows.map((row) => {
    const { icon: name, tone, words } = outcomeOf(row);
    const carried = row.origin === 'parent';
    return { step: row.index, title: row.title || words, icon: name, tone, words, carried };
  });
  if (live === null) return lines;
  const words = moving ? liveWords(live) : 'not finished';
  const title = live.parsed?.thought ?? live.reply.thought.tail(1);
  const begun = title === '' ? words : liveTitle(live);
  const look = { icon: moving ? 'spinner' : 'dash', tone: '', words, carried: false } as const;
  return [...lines, { step: live.index, title: begun, ...look }];
}

function liveTitle({ parsed, reply }: LiveStep): string {
  const text = parsed?.thought ?? reply.thought.toString();
  return /^[^\n]{0,80}/.exec(text.trim())?.[0] ?? '';
}

function around(lines: readonly Line[], chosen: number | null): [number, number] {
  const at = Math.max(
    0,
    lines.findIndex(({ step }) => step === chosen),
  );
  return [Math.max(0, at - narrowReach), at + narrowReach + 1];
}

function lineView(line: Line, { chosen, choose }: RailInput): TemplateResult {
  const title = visibleText(line.title);
  const words = line.carried ? `carried over, ${line.words}` : line.words;
  return html`<li>
    <a
      class=${line.carried ? 'carried' : nothing}
      href=${`#step-${line.step}`}
      title=${title}
      aria-current=${line.step === chosen ? 'step' : nothing}
      @click=${(event: Event) => {
        event.preventDefault();
        choose(line.step);
      }}
      >${icon(line.icon, line.tone)}<span class="sr">${words}: </span
      ><span class="number">${wholeNumber(line.step)}</span><span class="what">${title}</span></a
    >
  </li>`;
}

function sectionLink(
  section: 'names' | 'reward',
  name: IconName,
  words: string,
  show: (section: 'names' | 'reward') => void,
): TemplateResult {
  return html`<a
    href=${`#${section}`}
    @click=${(event: Event) => {
      event.preventDefault();
      show(section);
    }}
    >${icon(name)}<span>${words}</span></a
  >`;
}

/** Keeps the room of lines that are not drawn. */
function room(height: number): TemplateResult | typeof nothing {
  if (height === 0) return nothing;
  return html`<li aria-hidden="true" .style=${`height:${height}px`}></li>`;
}
