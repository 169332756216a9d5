// The drawn list: measures it, moves its scroll bar and its focus. Asks the document and never the data.

export interface ListSizes {
  /** Pixels of height for rows, without the head. */
  readonly viewport: number;
  readonly rowHeight: number;
}

export class ListScreen {
  #focusRow: number | null = null;
  #bar: number | null = null;
  #after: (() => void) | null = null;

  /** The next time the list is drawn, this row gets the focus. */
  focusRow(index: number): void {
    this.#focusRow = index;
  }

  /** The next time the list is drawn, its bar stands here; null leaves it. */
  moveBar(bar: number | null): void {
    this.#bar = bar ?? this.#bar;
  }

  /** Once, the next time the list is drawn. */
  afterDrawing(act: () => void): void {
    this.#after = act;
  }

  measure(usualHeight: number): ListSizes | null {
    const list = this.list;
    if (list === null) return null;
    const head = list.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    const row = list.querySelector('tr[data-row]')?.getBoundingClientRect().height ?? 0;
    return {
      viewport: Math.max(0, list.clientHeight - head),
      rowHeight: row > 0 ? row : usualHeight,
    };
  }

  /** Does what was asked for, now that the rows are drawn. */
  settle(): void {
    const list = this.list;
    if (list === null) return;
    if (this.#bar !== null) list.scrollTop = this.#bar;
    this.#bar = null;
    if (this.#focusRow !== null) this.#giveFocus(list, this.#focusRow);
    this.#after?.();
    this.#after = null;
  }

  /** A row that is not drawn yet gets it the next time. */
  #giveFocus(list: HTMLElement, index: number): void {
    const row = list.querySelector<HTMLElement>(`tr[data-row="${index}"]`);
    if (row === null) return;
    row.focus({ preventScroll: true });
    this.#focusRow = null;
  }

  get list(): HTMLElement | null {
    return document.querySelector<HTMLElement>('.list');
  }

  focusFind(): void {
    document.querySelector<HTMLElement>('.find-text')?.focus();
  }

  /** Takes the focus out of a field; false when none has it. */
  leaveField(): boolean {
    const { activeElement } = document;
    const inField =
      activeElement instanceof HTMLElement && activeElement.closest('.field') !== null;
    if (inField) activeElement.blur();
    return inField;
  }
}

/** The row that an event came from. */
export function rowOf(event: Event): number | null {
  const { target } = event;
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
  return row === null ? null : Number(row.dataset['row']);
}

/** The value of a `data-` attribute of what was clicked, or around it. */
export function clickedData(event: Event, name: 'openLine' | 'openGroup'): string | null {
  const { target } = event;
  const selector = name === 'openLine' ? '[data-open-line]' : '[data-open-group]';
  const found = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  return found?.dataset[name] ?? null;
}
