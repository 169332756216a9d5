// The trajectories that a person has chosen, to compare or to export, in the order of choosing.

export class ChosenRows {
  readonly #ids = new Set<string>();

  get size(): number {
    return this.#ids.size;
  }

  get ids(): readonly string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** True when it is chosen now. */
  toggle(id: string): boolean {
    if (this.#ids.delete(id)) return false;
    this.#ids.add(id);
    return true;
  }

  clear(): void {
    this.#ids.clear();
  }

  /** The two to compare: those chosen, or the one chosen and the one in focus; null when it is not clear which. */
  pair(focusedId: string | null): readonly [string, string] | null {
    const [first, second, ...more] = this.#ids;
    if (first === undefined || more.length > 0) return null;
    if (second !== undefined) return [first, second];
    return focusedId === null || focusedId === first ? null : [first, focusedId];
  }
}
