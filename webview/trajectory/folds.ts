// What a person unfolded on the page, by name.

export class Folds {
  readonly #open = new Set<string>();
  readonly #changed: () => void;
  /** Grows with every change, so that what is drawn can be kept until then. */
  version = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  isOpen(key: string): boolean {
    return this.#open.has(key);
  }

  toggle(key: string): void {
    if (!this.#open.delete(key)) this.#open.add(key);
    this.#tell();
  }

  open(key: string): void {
    if (this.#open.has(key)) return;
    this.#open.add(key);
    this.#tell();
  }

  #tell(): void {
    this.version += 1;
    this.#changed();
  }
}
