// One viewer page and what stands behind it: its requests are checked, answered by the handlers and replied to; events of the
// rollouts in its file and changes of the file's index go to it. Knows nothing of VS Code: the page is a port.
import type { RunEvent } from '../../runtime/contract/events.ts';
import {
  PageMessage,
  panelRequests,
  type HostMessage,
  type PanelStart,
  type PanelState,
  type Route,
} from '../../runtime/contract/panel.ts';
import type { LiveFact, LiveRollouts } from '../live/liveRollouts.ts';
import { check } from '../support/check.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';
import { blindEvent } from './blindPanel.ts';
import { FrameBatch } from './frameBatch.ts';
import type { OpenFile } from './openFile.ts';
import { answerPage, type PagePort, PanelCancellation, readPageRequest } from './pageRequests.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import type { RunPermission } from './runPermission.ts';

export interface ViewerParts {
  readonly page: PagePort<HostMessage>;
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
    // Beside the loading of the page, which takes as long; whoever needs the file is told what went wrong.
    parts.file.open().catch(() => undefined);
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
    const { handlers, log, page } = this.#parts;
    const request = readPageRequest(PageMessage, raw, log);
    if (request === null) return;
    if (request.name === 'ready') {
      await this.#start(request.id);
      return;
    }
    const reply = await answerPage(request, {
      requests: panelRequests,
      handlers,
      token: this.#cancellation,
      log,
      onAsked: (name, params) => this.#note(name, params),
    });
    page.post(reply);
  }

  #note(name: string, params: unknown): void {
    if (name !== 'read-trajectory') return;
    const asked = check(panelRequests[name].params, params);
    if (asked.ok) this.#shownId = asked.value.id;
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
      liveEvents: this.#rollouts().flatMap(({ events }) =>
        events.flatMap((one) => this.#told(one)),
      ),
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
      for (const event of this.#told(fact.event)) this.#batch.add(event);
      return;
    }
    this.#batch.flush();
    this.#parts.page.post({ kind: 'interrupted', id: fact.id, message: fact.message });
  }

  /** What the page may know of an event: all of it, or nothing that tells a verdict. */
  #told(event: RunEvent): readonly RunEvent[] {
    if (this.#parts.state.blind !== true) return [event];
    const stripped = blindEvent(event);
    return stripped === null ? [] : [stripped];
  }

  #post(message: HostMessage): void {
    if (this.#isReady) this.#parts.page.post(message);
  }
}
