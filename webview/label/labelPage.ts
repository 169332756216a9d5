// Labelling one item after another: which item is shown, what keys and buttons do to it, how long it took. What an item looks
// like is labelView's, what is saved and how is labelling's.
import type { TemplateResult } from 'lit';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { LabelItem } from '../../runtime/contract/labelling.ts';
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { AfterPause } from '../shell/afterPause.ts';
import type { Page } from '../shell/page.ts';
import type { Criterion } from './drafts.ts';
import { ItemClock } from './itemClock.ts';
import { isDecided, itemWords } from './itemFacts.ts';
import { actionBindings, onActions } from './labelActions.ts';
import type { LabelContext, LabelPageMaker } from './labelContext.ts';
import { labelHandlers, labelKeyWords } from './labelKeys.ts';
import { labelView } from './labelView.ts';
import { revealSentence } from './revealView.ts';
import { TextPieces } from './textPieces.ts';

export const makeLabelPage: LabelPageMaker<'label'> = (context, route) =>
  new LabelPage(context, route.position);

export class LabelPage implements Page<LabelRoute> {
  readonly layout = '';
  readonly bindings: readonly KeyBinding[];
  readonly context: LabelContext;
  readonly pieces: TextPieces;
  /** The person folded the judges away, on every item. */
  judgesHidden = false;
  /** What a key could not do yet. */
  hint: string | null = null;
  /** Why the item cannot be shown. */
  problem: string | null = null;
  /** Null when nothing is left. */
  position: number | null;
  readonly #stopped = new AbortController();
  readonly #clock: ItemClock;
  readonly #noteSaving = new AfterPause(1000, () => void this.saveNote());
  #remembered: LabelRoute | null = null;
  /** The item and whether it was decided, as drawn last. */
  #drawn: { itemHash: string | null; decided: boolean } | null = null;

  constructor(context: LabelContext, position: number | null) {
    this.context = context;
    this.#clock = new ItemClock(context.labelling.drafts);
    this.position = position ?? context.labelling.state?.next ?? null;
    this.pieces = new TextPieces(context.redraw);
    this.bindings = actionBindings(context.start.keys, labelKeyWords);
    const { signal } = this.#stopped;
    context.labelling.watch(context.redraw, signal);
    onActions(context.host, labelHandlers(this), signal);
    this.#clock.listen(window, signal);
    window.addEventListener('pagehide', () => this.#leave(), { signal });
    void this.read();
  }

  get title(): string {
    const { state } = this.context.labelling;
    if (state === null) return 'Nothing to label';
    return this.position === null
      ? 'All items are done'
      : `Item ${this.position} of ${state.total}`;
  }

  get item(): LabelItem | undefined {
    return this.position === null ? undefined : this.context.labelling.shelf.get(this.position);
  }

  accept(route: LabelRoute): boolean {
    if (route.page !== 'label') return false;
    // Its own word of where it is; what is still being saved has not reached the queue's state.
    if (route === this.#remembered) return true;
    const to = route.position ?? this.context.labelling.state?.next ?? null;
    if (to !== this.position) this.#goTo(to);
    return true;
  }

  stop(): void {
    this.#leave();
    this.#stopped.abort();
    this.#noteSaving.stop();
  }

  view(): TemplateResult {
    return labelView(this);
  }

  drawn(): void {
    const { item } = this;
    const before = this.#drawn;
    const decided = item !== undefined && this.isDecided(item);
    if (item === undefined && this.position !== null) return;
    const itemHash = item?.itemHash ?? null;
    this.#drawn = { itemHash, decided };
    if (before?.itemHash === itemHash && before.decided === decided) return;
    if (item === undefined || decided) this.#clock.stop();
    else this.#clock.start(item);
    if (before === null) this.#rememberPosition();
    else if (before.itemHash !== itemHash) this.#arrived(item);
    else if (document.activeElement === document.body) focusOn(decided ? '.go-on' : '.question');
  }

  isDecided(item: LabelItem): boolean {
    return isDecided(item) || this.context.labelling.pendingOf(item) !== null;
  }

  /** A verdict: the first on this item, or a revision of it. */
  decide(level: VerdictLevel): void {
    const { item, context } = this;
    if (item === undefined) return;
    const pending = context.labelling.pendingOf(item);
    if (!this.isDecided(item)) this.#do(this.#commit(item, level));
    else if ((pending?.level ?? item.own?.last) !== level) this.#do(this.#revise(item, level));
  }

  goOn(): void {
    const { item } = this;
    if (item !== undefined && !this.isDecided(item) && !item.skipped) {
      this.#hintAt('Give a verdict first, or skip the item.');
      return;
    }
    if (this.position !== null) this.#do(this.#goToUndone(this.position));
  }

  skip(): void {
    const { item, context } = this;
    if (item === undefined) return;
    if (this.isDecided(item)) {
      this.#hintAt('This item has a label already; undo takes it back.');
      return;
    }
    if (!item.skipped) this.#do(context.labelling.mark(item, { skipped: true }));
    context.announce(`Item ${item.position} is skipped.`);
    this.#do(this.#goToUndone(item.position));
  }

  flag(): void {
    const { item, context } = this;
    if (item === undefined) return;
    const flagged = !item.flagged;
    this.#do(context.labelling.mark(item, { flagged }));
    context.announce(flagged ? 'Flagged.' : 'Not flagged any more.');
  }

  undo(): void {
    this.#do(this.#undo());
  }

  /** Folds what the judges said away or shows it again. Before the label there is nothing to show. */
  reveal(): void {
    const { item, context } = this;
    if (item === undefined) return;
    if (!this.isDecided(item)) {
      this.#hintAt('What the judges said is shown after your own verdict.');
      return;
    }
    this.judgesHidden = !this.judgesHidden;
    context.announce(this.judgesHidden ? 'The judges are hidden.' : 'The judges are shown.');
    context.redraw();
  }

  move(by: 1 | -1): void {
    const total = this.context.labelling.state?.total ?? 0;
    const to = (this.position ?? total + 1) + by;
    if (to < 1 || to > total) {
      this.#hintAt(by > 0 ? 'This is the last item.' : 'This is the first item.');
    } else this.#goTo(to);
  }

  rate(criterion: Criterion, value: number | null): void {
    const { item, context } = this;
    if (item === undefined) return;
    const { ratings } = context.labelling.drafts.of(item.itemHash);
    const changed = { ...ratings, [criterion]: value };
    context.labelling.drafts.change(item.itemHash, { ratings: changed });
    context.redraw();
  }

  typeNote(note: string): void {
    const { item } = this;
    if (item === undefined) return;
    this.context.labelling.drafts.change(item.itemHash, { note });
    this.#noteSaving.ask();
  }

  async saveNote(): Promise<void> {
    this.#noteSaving.stop();
    const { item } = this;
    if (item !== undefined) await this.#orComplain(this.context.labelling.saveNote(item));
  }

  /** Reads the item that is to be shown, and what follows. */
  async read(): Promise<void> {
    const { position, context } = this;
    const { shelf, state } = context.labelling;
    if (position === null || state === null) return;
    this.problem = null;
    context.labelling.at = position;
    try {
      await shelf.read(position);
      shelf.readAhead(position, state.total);
    } catch (error) {
      if (position !== this.position) return;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    context.redraw();
  }

  /** The first that was skipped and not labelled since. */
  goToSkipped(): void {
    const { labelling } = this.context;
    const isSkipped = (item: LabelItem): boolean => item.skipped && !this.isDecided(item);
    const go = async (): Promise<void> => {
      const to = await labelling.find(1, labelling.state?.total ?? 0, isSkipped);
      if (to !== null) this.#goTo(to);
    };
    this.#do(go());
  }

  async #commit(item: LabelItem, level: VerdictLevel): Promise<void> {
    const { labelling, announce } = this.context;
    this.hint = null;
    this.#noteSaving.stop();
    const milliseconds = this.#clock.read();
    const { reveal } = await labelling.commit(item, level, milliseconds);
    const said = reveal === null || this.judgesHidden ? '' : revealSentence(reveal, level);
    if (this.item?.itemHash === item.itemHash) announce(`Labelled ${level}. ${said}`);
  }

  async #revise(item: LabelItem, level: VerdictLevel): Promise<void> {
    await this.context.labelling.revise(item, level);
    this.context.announce(`Revised to ${level}.`);
  }

  async #undo(): Promise<void> {
    const { labelling, announce } = this.context;
    const item = await labelling.undo();
    if (item === null) {
      this.#hintAt('There is no label of yours to take back.');
      return;
    }
    announce(`The label of item ${item.position} is taken back.`);
    this.#goTo(item.position);
  }

  async #goToUndone(from: number): Promise<void> {
    const to = await this.context.labelling.nextUndone(from);
    // Unless the person went elsewhere meanwhile.
    if (this.position === from) this.#goTo(to);
  }

  #goTo(position: number | null): void {
    this.#leave();
    this.position = position;
    this.hint = null;
    this.pieces.close();
    void this.read();
    this.#rememberPosition();
  }

  #rememberPosition(): void {
    this.#remembered = { page: 'label', position: this.position };
    this.context.history.replace(this.#remembered);
  }

  /** Keeps what was entered about the item. */
  #leave(): void {
    const { item } = this;
    if (item === undefined) return;
    if (this.isDecided(item)) this.#clock.stop();
    else this.#clock.leave();
    void this.saveNote();
  }

  #arrived(item: LabelItem | undefined): void {
    window.scrollTo({ top: 0 });
    focusOn('h1');
    this.context.announce(item === undefined ? this.title : itemWords(item, this.title));
  }

  #hintAt(hint: string): void {
    this.hint = hint;
    this.context.announce(hint, 'now');
    this.context.redraw();
  }

  #do(action: Promise<unknown>): void {
    void this.#orComplain(action);
  }

  async #orComplain(action: Promise<unknown>): Promise<void> {
    try {
      await action;
    } catch (error) {
      this.context.complain(error);
      this.context.redraw();
    }
  }
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(`main ${selector}`)?.focus({ preventScroll: true });
}
