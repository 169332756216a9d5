// Once a second while somebody can see the page.

export class Ticking {
  readonly #tick: () => void;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (document.visibilityState === 'visible') this.#tick();
    }, 1000);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
