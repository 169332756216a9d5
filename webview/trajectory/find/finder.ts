// The find bar of the page: whether it is open, what is looked for, and bringing the match that is shown into view.
import { html, nothing, type TemplateResult } from 'lit';
import { findBar } from './findBar.ts';
import { markMatches } from './findMarks.ts';
import type { Match } from './findText.ts';
import { FindSession, type FindSource } from './findSession.ts';

export interface FinderPlace {
  /** The step that a person looks at. */
  readonly step: number;
  goTo(step: number): void;
  /** Unfolds the text, and reads on in it when it came clipped, until the match is shown. */
  reveal(match: Match): void;
  complain(error: unknown): void;
}

/** Typing goes on while this passes, in milliseconds. */
const typingPause = 150;
/** Drawings in which the match is brought into view: its step may have to be read first. */
const showFrames = 40;

export class Finder {
  readonly #session: FindSession;
  readonly #place: FinderPlace;
  readonly #redraw: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #toShow = 0;
  isOpen = false;

  constructor(source: FindSource, place: FinderPlace, redraw: () => void) {
    this.#place = place;
    this.#redraw = redraw;
    this.#session = new FindSession(source, () => this.#changed());
  }

  stop(): void {
    this.#session.stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    markMatches(document, '', null);
  }

  open(): void {
    this.isOpen = true;
    this.#redraw();
    // The field is there after the next drawing.
    requestAnimationFrame(() => requestAnimationFrame(focusField));
  }

  close(): void {
    this.isOpen = false;
    this.#session.stop();
    void this.#session.look('', 1);
    this.#redraw();
  }

  view(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`${findBar({
      session: this.#session,
      changed: (words) => this.#typed(words),
      move: (by) => this.#move(by),
      close: () => this.close(),
    })}`;
  }

  /** After each drawing: the marks, and the match that is wanted in view. */
  mark(root: ParentNode): void {
    const { words, current } = this.#session;
    const element = markMatches(root, this.isOpen ? words : '', current);
    if (this.#toShow === 0 || current === null) return;
    this.#toShow -= 1;
    if (element === null) {
      this.#redraw();
      return;
    }
    element.scrollIntoView({ block: 'center' });
    this.#toShow = 0;
  }

  #typed(words: string): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#session.look(words, this.#place.step).catch((error: unknown) => {
        this.#place.complain(error);
      });
    }, typingPause);
  }

  #move(by: 1 | -1): void {
    this.#session.move(by);
    this.#showCurrent();
  }

  #changed(): void {
    if (this.#session.at !== -1 && this.#shown !== this.#session.current) this.#showCurrent();
    this.#redraw();
  }

  #shown: FindSession['current'] = null;

  #showCurrent(): void {
    const { current } = this.#session;
    this.#shown = current;
    if (current === null) return;
    this.#place.reveal(current);
    this.#place.goTo(current.step);
    this.#toShow = showFrames;
    this.#redraw();
  }
}

function focusField(): void {
  const field = document.querySelector<HTMLElement>('.find-bar vscode-text-field');
  field?.focus();
}
