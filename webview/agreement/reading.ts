// What a page reads from the runtime and reads again when labels change: the newest answer wins, an older one stays while a
// newer one is on its way, and a first read that fails can be tried again.
import { html, type TemplateResult } from 'lit';
import { button } from '../controls/button.ts';
import type { RequestOptions } from '../messages/host.ts';
import { Latest } from '../messages/latest.ts';
import { AfterPause } from '../shell/afterPause.ts';
import type { FrameContext } from '../shell/page.ts';
import { visibleText } from '../text/visibleText.ts';

/** Computing takes a while on many labels, so a burst of them is waited out; milliseconds. */
const burst = 2000;

export class Reading<Value> {
  readonly #ask: (options: RequestOptions) => Promise<Value>;
  readonly #frame: Pick<FrameContext<unknown>, 'redraw' | 'complain'>;
  readonly #latest = new Latest();
  readonly #changed = new AfterPause(burst, () => void this.read());
  #value: Value | null = null;
  #problem: string | null = null;
  #busy = false;
  #stopped = false;

  constructor(
    ask: (options: RequestOptions) => Promise<Value>,
    frame: Pick<FrameContext<unknown>, 'redraw' | 'complain'>,
  ) {
    this.#ask = ask;
    this.#frame = frame;
  }

  get value(): Value | null {
    return this.#value;
  }

  /** True while an answer is on its way. */
  get busy(): boolean {
    return this.#busy;
  }

  async read(): Promise<void> {
    const signal = this.#latest.next();
    this.#busy = true;
    this.#problem = null;
    this.#frame.redraw();
    try {
      // Two thousand resamples of every number: seconds on a slow machine, more than a request may usually take.
      this.#value = await this.#ask({ signal, timeout: null });
    } catch (error) {
      if (signal.aborted || this.#stopped) return;
      if (this.#value !== null) this.#frame.complain(error);
      else this.#problem = error instanceof Error ? error.message : String(error);
    }
    this.#busy = false;
    this.#frame.redraw();
  }

  /** Reads once things are quiet, for a fact that says that the answer is old. */
  readSoon(): void {
    this.#changed.askOnce();
  }

  stop(): void {
    this.#stopped = true;
    this.#latest.stop();
    this.#changed.stop();
  }

  /** Instead of the page, while there is nothing to show. */
  waitingView(words: string): TemplateResult {
    if (this.#problem === null) return html`<p class="pad" role="status">${words}</p>`;
    return html`<div class="pad">
      <p role="alert">${visibleText(this.#problem)}</p>
      <p>${button({ label: 'Try again', kind: 'quiet', press: () => void this.read() })}</p>
    </div>`;
  }
}
