// Live regions for screen readers. Sentences that come fast are put together, so that none is lost and none is read twice.

/** Long enough for a burst of steps to become one reading, in milliseconds. */
const pause = 400;

export class Announcer {
  readonly #regions: Readonly<Record<'politely' | 'now', HTMLElement>>;
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(root: HTMLElement) {
    this.#regions = { politely: liveRegion('polite'), now: liveRegion('assertive') };
    root.append(...Object.values(this.#regions));
  }

  say(sentence: string, how: 'politely' | 'now' = 'politely'): void {
    if (how === 'now') {
      this.#regions.now.textContent = sentence;
      return;
    }
    if (this.#waiting.at(-1) !== sentence) this.#waiting.push(sentence);
    this.#timer ??= setTimeout(() => this.#flush(), pause);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #flush(): void {
    this.#timer = null;
    // The newest few; nobody listens to fifty steps.
    this.#regions.politely.textContent = this.#waiting.slice(-3).join(' ');
    this.#waiting = [];
  }
}

function liveRegion(politeness: 'polite' | 'assertive'): HTMLElement {
  const region = document.createElement('div');
  region.className = 'sr';
  region.setAttribute('aria-live', politeness);
  return region;
}
