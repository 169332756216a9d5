// How the start stands, as the extension said it last.
import type { StartView } from '../../runtime/contract/startPanel.ts';
import type { StartPanelHost } from './startContext.ts';

export class StartStore {
  readonly #changes = new EventTarget();
  #view: StartView;

  constructor(view: StartView) {
    this.#view = view;
  }

  get view(): StartView {
    return this.#view;
  }

  /** Takes in what the extension tells, until the signal is aborted. */
  listen(host: Pick<StartPanelHost, 'on'>, signal: AbortSignal): void {
    host.on('start-changed', ({ view }) => this.#take(view), signal);
    host.on('start-progressed', ({ work }) => this.#take({ ...this.#view, work }), signal);
  }

  /** @param changed is told of what was before */
  onChange(changed: (before: StartView) => void, signal: AbortSignal): void {
    const heard = (event: Event): void => {
      if (event instanceof ViewEvent) changed(event.before);
    };
    this.#changes.addEventListener('change', heard, { signal });
  }

  #take(view: StartView): void {
    const before = this.#view;
    this.#view = view;
    this.#changes.dispatchEvent(new ViewEvent(before));
  }
}

class ViewEvent extends Event {
  readonly before: StartView;
  constructor(before: StartView) {
    super('change');
    this.before = before;
  }
}
