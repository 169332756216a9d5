// What a person reads while labelling on a terminal: the item, and after the decision what judges and others said.
import type { Conflict, LabelItem, LabellingState, Reveal } from '../contract/labelling.ts';
import type { VerdictLevel } from '../contract/judge.ts';
import { judgeName } from '../labels/judgeTable.ts';
import type { Palette } from './colour.ts';
import { wrapText } from './displayWidth.ts';
import { count, formatDuration } from './format.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';

export const keyHelp =
  '1 Wrong  2 Partially Correct  3 Correct  s skip  f flag  n note  u undo  q quit';
const revealHelp = 'Enter next  1 2 3 revise  f flag  n note  u undo  q quit';
const outputLines = 12;

export class LabelView {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  item(item: LabelItem, state: LabellingState): void {
    const { palette } = this.#terminal;
    const flags = item.flagged ? palette.caution('  flagged') : '';
    this.#line();
    this.#line(`${palette.strong(`Item ${item.position} of ${state.total}`)}${flags}`);
    this.#block('Question', item.question);
    for (const file of item.files) {
      this.#block('File', file.exists ? file.name : `${file.name} (not there)`);
    }
    if (item.lastOutput !== null) {
      const { step, text } = item.lastOutput;
      const lines = text.split('\n');
      const cut = lines.length > outputLines ? '\n…' : '';
      this.#block(`Step ${step}`, lines.slice(0, outputLines).join('\n') + cut);
    }
    this.#block('Reference', item.referenceAnswer);
    this.#block('Answer', item.finalAnswer === '' ? '(empty)' : item.finalAnswer, palette.accent);
    if (item.note !== '') this.#block('Note', item.note);
    this.help();
  }

  help(): void {
    this.#line(this.#terminal.palette.faint(keyHelp));
  }

  /** After the decision. */
  reveal(item: LabelItem, reveal: Reveal): void {
    const { palette } = this.#terminal;
    if (item.own !== null) {
      const { first, last } = item.own;
      const revised = first === last ? '' : `, first ${first}`;
      this.#line(`You: ${paintLevel(palette, last)}${revised}`);
    }
    for (const { judge, level, reason } of reveal.verdicts) {
      const said = level === null ? palette.caution('unscored') : paintLevel(palette, level);
      this.#line(`${sanitise(judgeName(judge))}: ${said}`);
      for (const line of this.#wrapped(reason, 2)) this.#line(palette.faint(`  ${line}`));
    }
    for (const { rater, level, note } of reveal.others) {
      const remark = note === '' ? '' : palette.faint(`  ${sanitise(note)}`);
      this.#line(`${sanitise(rater)}: ${paintLevel(palette, level)}${remark}`);
    }
    this.#line(palette.faint(`In the queue as ${reveal.stratum}.  ${revealHelp}`));
  }

  /** One line: how far, how fast, and what more labels buy. */
  progress({ labelled, total, skipped, pace, gain, conflicts }: LabellingState): void {
    const parts = [
      `${labelled} of ${total} labelled`,
      ...(skipped === 0 ? [] : [`${skipped} skipped`]),
      ...(pace === null ? [] : [`${formatDuration(pace)} an item`]),
      ...(conflicts === 0 ? [] : [count(conflicts, 'conflict')]),
    ];
    if (gain?.halfWidth != null && gain.halfWidthAfter !== null) {
      const now = gain.halfWidth.toFixed(2);
      const then = gain.halfWidthAfter.toFixed(2);
      parts.push(`kappa of ${gain.judge} ±${now}, after ${gain.more} more ±${then}`);
    }
    this.#line(this.#terminal.palette.faint(sanitise(parts.join(', '))));
  }

  conflict({ item, labels, decided }: Conflict, place: string): void {
    const { palette } = this.#terminal;
    this.#line();
    this.#line(palette.strong(place));
    this.#block('Question', item.question);
    this.#block('Reference', item.referenceAnswer);
    this.#block('Answer', item.finalAnswer, palette.accent);
    for (const { rater, level, note } of labels) {
      const remark = note === '' ? '' : palette.faint(`  ${sanitise(note)}`);
      this.#line(`${sanitise(rater)}: ${paintLevel(palette, level)}${remark}`);
    }
    if (decided !== null) this.#line(`Decided: ${decided.outcome}, by ${sanitise(decided.rater)}`);
  }

  #block(name: string, text: string, paint: (text: string) => string = (same) => same): void {
    const { palette } = this.#terminal;
    const head = name.padEnd(11);
    for (const [index, line] of this.#wrapped(text, head.length).entries()) {
      this.#line(`${palette.faint(index === 0 ? head : ' '.repeat(head.length))}${paint(line)}`);
    }
  }

  #wrapped(text: string, indent: number): string[] {
    return wrapText(sanitise(text), this.#terminal.columns - indent);
  }

  #line(text = ''): void {
    this.#terminal.line(text);
  }
}

export function paintLevel(palette: Palette, level: VerdictLevel): string {
  switch (level) {
    case 'Correct':
      return palette.good(level);
    case 'Partially Correct':
      return palette.caution(level);
    case 'Wrong':
      return palette.bad(level);
  }
}
