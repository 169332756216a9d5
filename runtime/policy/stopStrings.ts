// Ends text before a stop string, wherever the borders between the pieces of the text fall. Engines honour stop strings
// partially or not at all, so every policy can run its text through this.

export interface Cut {
  /** Text that is now certain to belong to the reply. */
  readonly text: string;
  /** The stop string that was met; null while none was. */
  readonly stopped: string | null;
  /** Characters of the piece that came after the stop string and were dropped. */
  readonly dropped: number;
}

/** Takes text in pieces and holds back whatever may turn out to be the start of a stop string. */
export class StopCutter {
  readonly #stop: readonly string[];
  #held = '';
  #stopped: string | null = null;

  constructor(stop: readonly string[]) {
    this.#stop = stop.filter((word) => word !== '');
  }

  /** After a stop string was met, everything is dropped. */
  push(piece: string): Cut {
    if (this.#stopped !== null) return { text: '', stopped: this.#stopped, dropped: piece.length };
    const text = this.#held + piece;
    const found = firstOf(this.#stop, text);
    if (found !== null) {
      this.#stopped = found.word;
      this.#held = '';
      const dropped = text.length - found.at - found.word.length;
      return { text: text.slice(0, found.at), stopped: found.word, dropped };
    }
    const keep = heldBack(this.#stop, text);
    this.#held = text.slice(text.length - keep);
    return { text: text.slice(0, text.length - keep), stopped: null, dropped: 0 };
  }

  /** The end of the text: what was held back is no stop string after all. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** The stop string that begins earliest; of two at the same place the longer one. */
function firstOf(stop: readonly string[], text: string): { at: number; word: string } | null {
  const found = stop
    .map((word) => ({ at: text.indexOf(word), word }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.word.length - a.word.length);
  return found[0] ?? null;
}

/** Length of the longest end of the text that a stop string begins with. */
function heldBack(stop: readonly string[], text: string): number {
  let longest = 0;
  for (const word of stop) {
    for (let length = Math.min(word.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(word.slice(0, length))) longest = length;
    }
  }
  return longest;
}
