// Draws at most once a frame, however often it is asked to.

export class Frames {
  readonly #draw: () => void;
  #asked: number | null = null;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  ask(): void {
    this.#asked ??= requestAnimationFrame(() => {
      this.#asked = null;
      this.#draw();
    });
  }

  stop(): void {
    if (this.#asked !== null) cancelAnimationFrame(this.#asked);
    this.#asked = null;
  }
}
