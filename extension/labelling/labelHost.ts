// One labelling page and what stands behind it: its requests are answered, changes that others made to the labels and keys that were
// pressed go to it. Knows no VS Code: the page is a port.
import type { LabellingState } from '../../runtime/contract/labelling.ts';
import {
  LabelPageMessage,
  labelPanelRequests,
  type LabelAction,
  type LabelHostMessage,
  type LabelPanelStart,
  type LabelPanelState,
  type LabelRoute,
} from '../../runtime/contract/labelPanel.ts';
import {
  answerPage,
  type PagePort,
  PanelCancellation,
  readPageRequest,
} from '../panels/pageRequests.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { type LabelActions, labelHandlers, type LabelHandlers } from './labelHandlers.ts';
import type { OpenQueue } from './openQueue.ts';

export interface LabelHostParts {
  readonly page: PagePort<LabelHostMessage>;
  readonly state: LabelPanelState;
  readonly queue: OpenQueue;
  readonly runtime: RuntimeRequests;
  readonly actions: LabelActions;
  /** Who labels here, as far as that is known without asking. */
  readonly rater: () => Promise<string | null>;
  /** Action to key. */
  readonly keys: Readonly<Record<LabelAction, string | null>>;
  /** Told whenever typing begins or ends, also because the page went away. */
  readonly onTyping: (typing: boolean) => void;
  readonly onRoute: (route: LabelRoute) => void;
  readonly log: Log;
}

export class LabelHost implements Disposable {
  readonly #parts: LabelHostParts;
  readonly #owned = new Disposables();
  readonly #handlers: LabelHandlers;
  readonly #cancellation = new PanelCancellation();
  /** False while the page loads: what happens then is part of the answer to its `ready`. */
  #isReady = false;
  /** Where the page is to go as soon as it is there. */
  #wanted: LabelRoute | null = null;
  #route: LabelRoute;

  constructor(parts: LabelHostParts) {
    this.#parts = parts;
    this.#route = parts.state.route;
    const { runtime, queue, actions, rater, state, onTyping } = parts;
    this.#handlers = labelHandlers({
      ...{ runtime, queue, actions, rater, onTyping },
      population: state,
      onRoute: (route) => this.#went(route),
    });
    this.#owned.add(parts.page.onMessage((raw) => void this.#hear(raw)));
    this.#owned.add(
      parts.queue.onChanged((changed) => this.#post({ kind: 'labels-changed', state: changed })),
    );
    this.#owned.add(parts.queue);
  }

  get route(): LabelRoute {
    return this.#route;
  }

  go(route: LabelRoute): void {
    if (this.#isReady) this.#parts.page.post({ kind: 'go', route });
    else this.#wanted = route;
  }

  /** A key of the page was pressed. */
  act(action: LabelAction): void {
    this.#post({ kind: 'action', action });
  }

  /** The page is hidden, and loaded again when it is shown. */
  pageLeft(): void {
    this.#isReady = false;
    this.#parts.onTyping(false);
  }

  dispose(): void {
    this.#cancellation.cancel();
    this.#owned.dispose();
  }

  async #hear(raw: unknown): Promise<void> {
    const { log, page } = this.#parts;
    const request = readPageRequest(LabelPageMessage, raw, log);
    if (request === null) return;
    if (request.name === 'ready') {
      await this.#start(request.id);
      return;
    }
    const answer = { requests: labelPanelRequests, handlers: this.#handlers, log };
    page.post(await answerPage(request, { ...answer, token: this.#cancellation }));
  }

  async #start(id: number): Promise<void> {
    const { page, state, keys } = this.#parts;
    const opened = await this.#opened();
    const start: LabelPanelStart = {
      state: { ...state, route: this.#route },
      ...opened,
      keys: { ...keys },
    };
    page.post({ kind: 'reply', id, result: start });
    this.#isReady = true;
    if (this.#wanted !== null) this.go(this.#wanted);
    this.#wanted = null;
  }

  /** A queue that cannot be opened or is empty is said on the page, which can show the agreement all the same. */
  async #opened(): Promise<Pick<LabelPanelStart, 'labelling' | 'emptyReason'>> {
    try {
      const labelling = await this.#parts.queue.open();
      if (labelling.total > 0) return { labelling, emptyReason: null };
      // What is judged or run in the meantime is to be there when the page is opened again.
      this.#parts.queue.forget();
      return { labelling: null, emptyReason: emptyWords(labelling) };
    } catch (error) {
      return { labelling: null, emptyReason: messageOf(error) };
    }
  }

  #went(route: LabelRoute): void {
    this.#route = route;
    this.#parts.onRoute(route);
  }

  #post(message: LabelHostMessage): void {
    if (this.#isReady) this.#parts.page.post(message);
  }
}

function emptyWords({ problems }: LabellingState): string {
  const what =
    'Nothing can be labelled yet: an item is an answer to a task that has a reference answer, and there is none in these trajectories. Run tasks with reference answers, or open trajectories that have some.';
  return [what, ...problems].join('\n');
}
