// One page of a training run and what stands behind it: the run is opened in the runtime, its news go to the page as long as that is
// shown, and its requests are answered. Knows no VS Code: the page is a port.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type {
  RunHostMessage,
  RunPanelStart,
  RunPanelState,
} from '../../runtime/contract/runPanel.ts';
import type { RunPage } from '../../runtime/contract/training/runView.ts';
import {
  answerPage,
  type PagePort,
  PanelCancellation,
  readPageRequest,
} from '../panels/pageRequests.ts';
import type { NotificationOf } from '../runtime/runtimeRequests.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { chartPoints, type RunActions, runHandlers, type RunHandlers } from './runHandlers.ts';
import type { RunPanelSchemas, TrainingRuntime } from './trainingServices.ts';

export interface RunHostParts {
  readonly page: PagePort<RunHostMessage>;
  readonly state: RunPanelState;
  readonly runtime: TrainingRuntime;
  readonly schemas: RunPanelSchemas;
  readonly actions: RunActions;
  readonly onRead: (page: RunPage) => void;
  readonly log: Log;
}

/** Where a person wants the page to be. */
export type PageWish = Extract<RunHostMessage, { kind: 'go' | 'open-badge' }>;

export class RunHost implements Disposable {
  readonly #parts: RunHostParts;
  readonly #owned = new Disposables();
  readonly #handlers: RunHandlers;
  readonly #cancellation = new PanelCancellation();
  /** False while the page loads or is hidden: what happens then is part of the answer to its next `ready`. */
  #isReady = false;
  #handle: string | null = null;
  #isCrashed = false;
  #wanted: PageWish | null = null;

  constructor(parts: RunHostParts) {
    this.#parts = parts;
    const { page, runtime, state, actions } = parts;
    const handle = () => this.#handle;
    this.#handlers = runHandlers({ runtime, handle, place: state.place, actions });
    this.#owned.add(page.onMessage((raw) => void this.#hear(raw)));
    this.#owned.add(runtime.onNotification('run-changed', (news) => void this.#news(news)));
    this.#owned.add(runtime.onNotification('machine-changed', (one) => this.#machine(one)));
    this.#owned.add(runtime.onEnded(() => void this.#readAnew()));
  }

  /** At once, or when the page is shown next. */
  tell(wish: PageWish): void {
    if (this.#isReady) this.#parts.page.post(wish);
    else this.#wanted = wish;
  }

  /** Checkpoints were pinned, served, deleted: what the page shows of them may not hold any more. */
  checkpointsChanged(): void {
    if (this.#isReady) this.#parts.page.post({ kind: 'checkpoints-changed' });
  }

  /** The page is hidden, and loaded again when it is shown. Until then nobody needs news. */
  pageLeft(): void {
    this.#isReady = false;
    this.#close();
  }

  dispose(): void {
    this.#cancellation.cancel();
    this.#close();
    this.#owned.dispose();
  }

  async #hear(raw: unknown): Promise<void> {
    const { log, page, schemas } = this.#parts;
    const request = readPageRequest(schemas.RunPageMessage, raw, log);
    if (request === null) return;
    const handlers = { ...this.#handlers, ready: () => this.#start() };
    const parts = { requests: schemas.runPanelRequests, handlers, log };
    const reply = await answerPage(request, { ...parts, token: this.#cancellation });
    page.post(reply);
    if (request.name !== 'ready' || reply.kind !== 'reply') return;
    this.#isReady = true;
    if (this.#wanted !== null) this.tell(this.#wanted);
    this.#wanted = null;
  }

  async #start(): Promise<RunPanelStart> {
    const { runtime, state } = this.#parts;
    const [page, { machines }] = await Promise.all([
      this.#open(),
      runtime.request('list-machines', {}),
    ]);
    const machine = machines.find(({ name }) => name === state.place.machine) ?? null;
    return { state, page, machine };
  }

  async #open(): Promise<RunPage> {
    const { runtime, state, onRead } = this.#parts;
    this.#close();
    const opened = await runtime.request('open-run', {
      place: state.place,
      mostPoints: chartPoints,
    });
    this.#handle = opened.handle;
    this.#isCrashed = opened.page.listing.state === 'crashed';
    onRead(opened.page);
    return opened.page;
  }

  async #news({ handle, ...news }: NotificationOf<'run-changed'>): Promise<void> {
    if (handle !== this.#handle || !this.#isReady) return;
    this.#parts.page.post({ kind: 'run-changed', news });
    // What it broke on stands in its log, which is looked at when it is opened.
    if (news.listing.state === 'crashed' && !this.#isCrashed) await this.#readAnew();
  }

  async #readAnew(): Promise<void> {
    if (!this.#isReady) return;
    try {
      const page = await this.#open();
      this.#parts.page.post({ kind: 'run-read', page });
    } catch (error) {
      this.#parts.log.warn(`The run could not be read again: ${messageOf(error)}`);
    }
  }

  #machine(machine: MachineListing): void {
    if (!this.#isReady || machine.name !== this.#parts.state.place.machine) return;
    this.#parts.page.post({ kind: 'machine-changed', machine });
  }

  #close(): void {
    const handle = this.#handle;
    this.#handle = null;
    if (handle === null) return;
    this.#parts.runtime.request('close-run', { handle }).catch((error: unknown) => {
      this.#parts.log.debug(`Closing a run: ${messageOf(error)}`);
    });
  }
}
