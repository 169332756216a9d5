// The frame around the pages: makes the page of a route, draws it, hands it the keys, and takes it down again.
import { html, nothing, render, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { KeyDispatcher } from '../keys/keyDispatcher.ts';
import { isGivenUp } from '../messages/host.ts';
import { PageHistory } from '../route/pageHistory.ts';
import { Announcer } from './announcer.ts';
import { Frames } from './frames.ts';
import { helpDialog } from './helpDialog.ts';
import type { FrameContext, Page } from './page.ts';

export interface ShellParts<R> {
  readonly root: HTMLElement;
  readonly route: R;
  /** Makes the page of a route. */
  readonly make: (frame: FrameContext<R>, route: R) => Page<R>;
  /** Keeps the route for when the page is made again. */
  readonly save: (route: R) => void;
  /** The key that shows all keys, and what is printed for it; none of its own where the editor has a key for that. */
  readonly helpKey?: Pick<KeyBinding, 'keys' | 'shown'>;
}

export class Shell<R> {
  readonly #parts: ShellParts<R>;
  readonly #announcer: Announcer;
  readonly #frames = new Frames(() => this.#draw());
  readonly #stopped = new AbortController();
  readonly #context: FrameContext<R>;
  #page: Page<R> | null = null;
  #problem: string | null = null;
  #helpOpen = false;

  constructor(parts: ShellParts<R>) {
    this.#parts = parts;
    this.#announcer = new Announcer(document.body);
    this.#context = {
      history: new PageHistory(parts.route, (route) => this.#show(route)),
      redraw: () => this.#frames.ask(),
      announce: (sentence, how) => this.#announcer.say(sentence, how),
      complain: (error) => this.#complain(error),
    };
  }

  run(): void {
    new KeyDispatcher(() => this.#bindings()).listen(window, this.#stopped.signal);
    this.#show(this.#context.history.route);
  }

  stop(): void {
    this.#stopped.abort();
    this.#page?.stop();
    this.#frames.stop();
    this.#announcer.stop();
  }

  go(route: R): void {
    this.#context.history.go(route);
  }

  /** Draws the page that is shown anew. */
  redraw(): void {
    this.#frames.ask();
  }

  showHelp(): void {
    this.#toggleHelp(true);
  }

  #show(route: R): void {
    this.#parts.save(route);
    if (this.#page?.accept(route) !== true) this.#replacePage(route);
    this.#frames.ask();
  }

  #replacePage(route: R): void {
    const first = this.#page === null;
    this.#page?.stop();
    this.#problem = null;
    this.#helpOpen = false;
    this.#page = this.#parts.make(this.#context, route);
    // A new node, so that nothing of the old page (scroll positions, focus) lives on in the new one.
    render(nothing, this.#parts.root);
    if (!first) this.#announcer.say(this.#page.title);
  }

  #draw(): void {
    const page = this.#page;
    if (page === null) return;
    document.body.classList.toggle('fill', page.layout === 'fill');
    document.body.classList.toggle('app', page.layout === 'app');
    document.title = page.title;
    render(html`${this.#problemView()}${page.view()}${this.#helpView(page)}`, this.#parts.root);
    const dialog = this.#parts.root.querySelector<HTMLDialogElement>('dialog.help');
    if (dialog?.open === false) dialog.showModal();
    page.drawn?.();
  }

  #problemView(): TemplateResult | typeof nothing {
    if (this.#problem === null) return nothing;
    const dismiss = (): void => {
      this.#problem = null;
      this.#frames.ask();
    };
    return html`<div class="complaint note" role="alert">
      ${icon('warning', 'warn')}<span>${this.#problem}</span>
      <button class="tool push" @click=${dismiss}>${icon('cross')}Dismiss</button>
    </div>`;
  }

  #helpView(page: Page<R>): TemplateResult | typeof nothing {
    if (!this.#helpOpen) return nothing;
    return helpDialog([...page.bindings, ...this.#ownBindings()], () => this.#toggleHelp(false));
  }

  #bindings(): readonly KeyBinding[] {
    // The dialog closes itself on Escape; other keys are not for the page behind it.
    if (this.#helpOpen) return [];
    return [...(this.#page?.bindings ?? []), ...this.#ownBindings()];
  }

  #ownBindings(): readonly KeyBinding[] {
    const { history } = this.#context;
    const bindings: KeyBinding[] = [
      { keys: ['?'], ...this.#parts.helpKey, words: 'show all keys', run: () => this.showHelp() },
    ];
    if (history.canGoBack) {
      const back = (): boolean => history.back();
      bindings.push({ keys: ['Backspace', 'BrowserBack'], shown: ['⌫'], words: 'back', run: back });
    }
    return bindings;
  }

  #toggleHelp(open: boolean): void {
    this.#helpOpen = open;
    this.#frames.ask();
  }

  #complain(error: unknown): void {
    if (isGivenUp(error)) return;
    this.#problem = error instanceof Error ? error.message : String(error);
    this.#frames.ask();
  }
}
