// Items on which people differ: both labels side by side with the rubric, and the decision between them.
import type { TemplateResult } from 'lit';
import type { ConflictOutcome } from '../../runtime/contract/label.ts';
import type { Conflict } from '../../runtime/contract/labelling.ts';
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { AfterPause } from '../shell/afterPause.ts';
import type { Page } from '../shell/page.ts';
import { conflictsView } from './conflictsView.ts';
import { actionBindings, onActions } from './labelActions.ts';
import type { LabelContext, LabelPageMaker } from './labelContext.ts';
import { focusNote } from './noteField.ts';
import { TextPieces } from './textPieces.ts';
import { outcomeLook } from './verdictChoices.ts';

export const makeConflictsPage: LabelPageMaker<'conflicts'> = (context, route) =>
  new ConflictsPage(context, route.position);

export class ConflictsPage implements Page<LabelRoute> {
  readonly layout = '';
  readonly bindings: readonly KeyBinding[];
  readonly context: LabelContext;
  readonly pieces: TextPieces;
  /** Null until they are read. */
  conflicts: readonly Conflict[] | null = null;
  problem: string | null = null;
  /** Items whose decision is being saved. */
  readonly saving = new Map<string, ConflictOutcome>();
  readonly #notes = new Map<string, string>();
  readonly #stopped = new AbortController();
  readonly #changed = new AfterPause(300, () => void this.read());
  #position: number | null;
  #drawn: string | null = null;

  constructor(context: LabelContext, position: number | null) {
    this.context = context;
    this.#position = position;
    this.pieces = new TextPieces(context.redraw);
    this.bindings = actionBindings(context.start.keys, allActions);
    const { signal } = this.#stopped;
    context.host.on('labels-changed', () => this.#changed.askOnce(), signal);
    onActions(context.host, this.#handlers(), signal);
    void this.read();
  }

  get title(): string {
    return 'Conflicts';
  }

  /** From 1, in the list; null without any. */
  get position(): number | null {
    const conflicts = this.conflicts ?? [];
    if (conflicts.length === 0) return null;
    return Math.min(this.#position ?? 1, conflicts.length);
  }

  get conflict(): Conflict | null {
    return this.conflicts?.[(this.position ?? 0) - 1] ?? null;
  }

  accept(route: LabelRoute): boolean {
    if (route.page !== 'conflicts') return false;
    if (route.position !== this.#position) this.#goTo(route.position ?? this.#firstLeft());
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#changed.stop();
  }

  view(): TemplateResult {
    return conflictsView(this);
  }

  drawn(): void {
    const { conflict } = this;
    if (conflict === null) return;
    const { itemHash } = conflict.item;
    const first = this.#drawn === null;
    const moved = this.#drawn !== itemHash;
    this.#drawn = itemHash;
    if (first || !moved) return;
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    this.context.announce(`Conflict ${this.position} of ${this.conflicts?.length ?? 0}.`);
  }

  async read(): Promise<void> {
    try {
      const { signal } = this.#stopped;
      const { conflicts } = await this.context.host.request('list-conflicts', {}, { signal });
      // The one that is looked at stays, wherever it is in the list now.
      const here = this.conflict?.item.itemHash;
      const index = conflicts.findIndex(({ item }) => item.itemHash === here);
      this.conflicts = conflicts;
      if (index >= 0) this.#position = index + 1;
      else this.#position ??= this.#firstLeft();
      this.problem = null;
    } catch (error) {
      if (this.conflicts !== null || this.#stopped.signal.aborted) this.context.complain(error);
      else this.problem = error instanceof Error ? error.message : String(error);
    }
    this.context.redraw();
  }

  show(position: number): void {
    this.#goTo(position);
  }

  decide(outcome: ConflictOutcome): void {
    const { conflict } = this;
    if (conflict !== null) void this.#decide(conflict, outcome);
  }

  noteOf({ item, decided }: Conflict): string {
    return this.#notes.get(item.itemHash) ?? decided?.note ?? '';
  }

  typeNote({ item }: Conflict, note: string): void {
    this.#notes.set(item.itemHash, note);
  }

  move(by: 1 | -1): void {
    const to = (this.position ?? 0) + by;
    if (to >= 1 && to <= (this.conflicts?.length ?? 0)) this.#goTo(to);
    else this.context.announce(by > 0 ? 'This is the last conflict.' : 'This is the first.', 'now');
  }

  /** To the next that nobody has decided. */
  goOn(): void {
    const to = this.#firstLeft(this.position ?? 0) ?? this.#firstLeft();
    if (to === null) this.context.announce('All conflicts are decided.', 'now');
    else this.#goTo(to);
  }

  async #decide(conflict: Conflict, outcome: ConflictOutcome): Promise<void> {
    const { host, labelling, announce, complain, redraw } = this.context;
    const { itemHash } = conflict.item;
    if (this.saving.has(itemHash)) return;
    this.saving.set(itemHash, outcome);
    redraw();
    try {
      const note = this.noteOf(conflict);
      const decided = await host.request('decide-conflict', { itemHash, outcome, note });
      this.#notes.delete(itemHash);
      this.conflicts = (this.conflicts ?? []).map((one) =>
        one.item.itemHash === itemHash ? decided.conflict : one,
      );
      labelling.accept(decided.state);
      announce(`Decided: ${outcomeLook(outcome).words}.`);
    } catch (error) {
      complain(error);
    }
    this.saving.delete(itemHash);
    redraw();
  }

  #firstLeft(after = 0): number | null {
    const index = (this.conflicts ?? []).findIndex(
      ({ decided }, at) => at >= after && decided === null,
    );
    return index < 0 ? null : index + 1;
  }

  #goTo(position: number | null): void {
    this.#position = position;
    this.pieces.close();
    this.context.history.replace({ page: 'conflicts', position });
    this.context.redraw();
  }

  #handlers(): Parameters<typeof onActions>[1] {
    return {
      wrong: () => this.decide('Wrong'),
      partial: () => this.decide('Partially Correct'),
      correct: () => this.decide('Correct'),
      ambiguous: () => this.decide('rubric-ambiguous'),
      note: focusNote,
      next: () => this.move(1),
      previous: () => this.move(-1),
      'go-on': () => this.goOn(),
    };
  }
}

const allActions = [
  ['wrong', 'decide Wrong'],
  ['partial', 'decide Partially Correct'],
  ['correct', 'decide Correct'],
  ['ambiguous', 'decide that the rubric is ambiguous'],
  ['go-on', 'next conflict that is not decided'],
  ['note', 'write a note'],
  ['next', 'next conflict'],
  ['previous', 'previous conflict'],
] as const;
