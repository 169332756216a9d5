// One viewer page and what stands behind it: its requests are checked, answered by the handlers and replied to; events of the
// rollouts in its file and changes of the file's index go to it. Knows nothing of VS Code: the page is a port.
import {
  PageMessage,
  panelRequests,
  type HostMessage,
  type PanelRequestName,
  type PanelStart,
  type PanelState,
  type Route,
} from '../../runtime/contract/panel.ts';
import type { LiveFact, LiveRollouts } from '../live/liveRollouts.ts';
import { Cancelled } from '../runtime/runtimeConnection.ts';
import type { Cancellation } from '../runtime/runtimeRequests.ts';
import { check } from '../support/check.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { messageOf, Problem, stackOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { FrameBatch } from './frameBatch.ts';
import type { OpenFile } from './openFile.ts';
import type { PanelHandler, PanelHandlers } from './panelHandlers.ts';
import type { RunPermission } from './runPermission.ts';

/** The page as a panel or a custom editor has it. A page that is not there loses what is posted to it. */
export interface PagePort {
  post(message: HostMessage): void;
  onMessage(listener: (raw: unknown) => void): Disposable;
}

export interface ViewerParts {
  readonly page: PagePort;
  readonly file: OpenFile;
  readonly live: LiveRollouts;
  readonly handlers: Omit<PanelHandlers, 'ready'>;
  readonly permission: () => RunPermission;
  readonly state: PanelState;
  /** Name and size for a person. */
  readonly fileName: () => Promise<string>;
  readonly log: Log;
}

export class ViewerHost implements Disposable {
  readonly #parts: ViewerParts;
  readonly #owned = new Disposables();
  readonly #batch: FrameBatch;
  readonly #cancellation = new PanelCancellation();
  /** False while the page loads: what happens then is part of the answer to its `ready`. */
  #isReady = false;
  /** Where the page is to go as soon as it is there. */
  #wanted: Route | null = null;
  #shownId: string | null;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
    this.#shownId = parts.state.route.page === 'trajectory' ? parts.state.route.id : null;
    this.#batch = this.#owned.add(
      new FrameBatch((events) => parts.page.post({ kind: 'run-events', events })),
    );
    this.#owned.add(parts.page.onMessage((raw) => void this.#hear(raw)));
    this.#owned.add(parts.live.onFact((fact) => this.#tell(fact)));
    this.#owned.add(parts.file.onChanged((state) => this.#post({ kind: 'index-changed', state })));
    this.#owned.add(parts.file);
  }

  get file(): string {
    return this.#parts.file.file;
  }

  /** The trajectory that the page last read; null when it only listed. */
  get shownId(): string | null {
    return this.#shownId;
  }

  go(route: Route): void {
    if (this.#isReady) this.#parts.page.post({ kind: 'go', route });
    else this.#wanted = route;
  }

  /** The page is hidden, and loaded again when it is shown. */
  pageLeft(): void {
    this.#isReady = false;
    this.#batch.clear();
  }

  /** Ends something together with the host. */
  own(owned: Disposable): void {
    this.#owned.add(owned);
  }

  dispose(): void {
    this.#cancellation.cancel();
    this.#owned.dispose();
  }

  async #hear(raw: unknown): Promise<void> {
    const { log } = this.#parts;
    const message = check(PageMessage, raw);
    if (!message.ok) {
      log.error(`A page sent something wrong: ${message.problem}`);
      return;
    }
    if (message.value.kind === 'page-error') {
      log.error(`A page failed: ${message.value.message}\n${message.value.stack}`);
      return;
    }
    const { id, name, params } = message.value;
    if (name === 'ready') await this.#start(id);
    else this.#parts.page.post(await this.#answer(id, name, params));
  }

  async #answer(
    id: number,
    name: Exclude<PanelRequestName, 'ready'>,
    raw: unknown,
  ): Promise<HostMessage> {
    const { handlers, log } = this.#parts;
    const params = check(panelRequests[name].params, raw);
    if (!params.ok) {
      log.error(`A page asked ${name} wrongly: ${params.problem}`);
      return {
        kind: 'problem',
        id,
        message: `The page asked for something that is not there (${name}).`,
      };
    }
    if (name === 'read-trajectory') this.#note(params.value);
    try {
      // The schema of this very request checked the params; TypeScript cannot follow the index.
      const handler = handlers[name] as PanelHandler<never>;
      return {
        kind: 'reply',
        id,
        result: await handler(params.value as never, this.#cancellation),
      };
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Cancelled)) {
        log.error(`${name}: ${stackOf(error)}`);
      }
      return { kind: 'problem', id, message: messageOf(error) };
    }
  }

  #note(params: object): void {
    if ('id' in params && typeof params.id === 'string') this.#shownId = params.id;
  }

  /** The events up to the reply are in it; those after it are sent. */
  async #start(id: number): Promise<void> {
    const { page, file, fileName } = this.#parts;
    const index = await file.open().catch(() => null);
    const name = await fileName();
    page.post({ kind: 'reply', id, result: this.#panelStart(index, name) });
    this.#isReady = true;
    for (const { state, id: gone } of this.#rollouts()) {
      if (state !== 'interrupted') continue;
      page.post({ kind: 'interrupted', id: gone, message: "The agent's process ended." });
    }
    if (this.#wanted !== null) this.go(this.#wanted);
    this.#wanted = null;
  }

  #panelStart(index: PanelStart['index'], fileName: string): PanelStart {
    const permission = this.#parts.permission();
    return {
      state: this.#parts.state,
      fileName,
      index,
      liveEvents: this.#rollouts().flatMap(({ events }) => [...events]),
      canRun: permission.canRun,
      cannotRunReason: permission.canRun ? null : permission.reason,
    };
  }

  #rollouts(): ReturnType<LiveRollouts['all']> {
    return this.#parts.live.all().filter(({ file }) => file === this.file);
  }

  #tell(fact: LiveFact): void {
    if (fact.file !== this.file || !this.#isReady) return;
    if (fact.kind === 'event') {
      this.#batch.add(fact.event);
      return;
    }
    this.#batch.flush();
    this.#parts.page.post({ kind: 'interrupted', id: fact.id, message: fact.message });
  }

  #post(message: HostMessage): void {
    if (this.#isReady) this.#parts.page.post(message);
  }
}

/** Given to what a page asked; fires when the panel is closed. */
class PanelCancellation implements Cancellation {
  readonly #listeners = new Set<() => void>();
  isCancellationRequested = false;

  onCancellationRequested(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  cancel(): void {
    this.isCancellationRequested = true;
    for (const listener of [...this.#listeners]) listener();
  }
}
