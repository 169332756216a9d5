// The rollouts of this window that are under way: where their trajectories are kept and what happened so far. Starting and
// stopping them, and showing them, is for others.
import type { RunEvent } from '../../runtime/contract/events.ts';
import type { NotificationOf } from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';
import { Disposables } from '../support/disposable.ts';
import { Listeners } from '../support/listeners.ts';
import { KeptEvents } from './keptEvents.ts';
import { pageEvent } from './pageEvent.ts';

/** What is known of a rollout from the request that started it. */
export interface RolloutOrigin {
  readonly id: string;
  /** The trajectory file. */
  readonly file: string;
  /** The folder whose `.tool-r1/` keeps it. */
  readonly workspace: string;
  readonly question: string;
}

export interface LiveRollout extends RolloutOrigin {
  readonly events: readonly RunEvent[];
  readonly state: 'running' | 'ended' | 'interrupted';
  /** The step under way or the last one; 0 before the first. */
  readonly step: number;
}

export type LiveFact =
  | { readonly kind: 'event'; readonly file: string; readonly event: RunEvent }
  | {
      readonly kind: 'interrupted';
      readonly file: string;
      readonly id: string;
      readonly message: string;
    };

/** Where the facts come from. */
export interface RolloutSource {
  onNotification(
    name: 'run-event',
    listener: (event: NotificationOf<'run-event'>) => void,
  ): Disposable;
  onEnded(listener: (message: string) => void): Disposable;
}

interface Entry {
  origin: RolloutOrigin | null;
  readonly kept: KeptEvents;
  state: LiveRollout['state'];
  step: number;
  /** Whether the trajectory file holds it, so that a page can read it there when it ended. */
  isStored: boolean;
}

/** Rollouts that ended before anything was stored, kept so that a page loaded again can say why. */
const keptFailures = 8;

export class LiveRollouts implements Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners: Listeners<LiveFact>;
  readonly #changed: Listeners<void>;
  readonly #owned = new Disposables();

  constructor(source: RolloutSource, onError: (error: unknown) => void) {
    this.#listeners = new Listeners(onError);
    this.#changed = new Listeners(onError);
    this.#owned.add(source.onNotification('run-event', (event) => this.#hear(pageEvent(event))));
    this.#owned.add(source.onEnded((message) => this.#interrupt(message)));
  }

  /** Called when the runtime said that it is under way; its first events may have come before that. */
  begin(origin: RolloutOrigin): void {
    const entry = this.#entry(origin.id);
    entry.origin = origin;
    for (const event of entry.kept.all) this.#tell(origin, event);
    this.#changed.tell();
    this.#forget(origin.id, entry);
  }

  /** Running rollouts and those whose end no file tells, oldest first. */
  all(): readonly LiveRollout[] {
    return [...this.#entries.values()].flatMap(({ origin, kept, state, step }) =>
      origin === null ? [] : [{ ...origin, events: kept.all, state, step }],
    );
  }

  running(): readonly LiveRollout[] {
    return this.all().filter(({ state }) => state === 'running');
  }

  onFact(listener: (fact: LiveFact) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** A rollout began, went on to another step, or ended. */
  onChanged(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #hear(event: RunEvent): void {
    const entry = this.#entry(event.trajectoryId);
    entry.kept.add(event);
    if (entry.origin !== null) this.#tell(entry.origin, event);
    if (event.type === 'rollout-started') entry.isStored = event.file !== null;
    if (event.type === 'step-started') entry.step = event.step;
    if (event.type === 'rollout-ended') entry.state = 'ended';
    if (event.type === 'step-started' || event.type === 'rollout-ended') this.#changed.tell();
    this.#forget(event.trajectoryId, entry);
  }

  #interrupt(message: string): void {
    for (const [id, entry] of this.#entries) {
      if (entry.state !== 'running') continue;
      entry.state = 'interrupted';
      const { origin } = entry;
      if (origin === null) this.#entries.delete(id);
      else this.#listeners.tell({ kind: 'interrupted', file: origin.file, id, message });
      this.#forget(id, entry);
    }
    this.#changed.tell();
  }

  #tell({ file }: RolloutOrigin, event: RunEvent): void {
    this.#listeners.tell({ kind: 'event', file, event });
  }

  #entry(id: string): Entry {
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = {
      origin: null,
      kept: new KeptEvents(),
      state: 'running',
      step: 0,
      isStored: false,
    };
    this.#entries.set(id, entry);
    return entry;
  }

  #forget(id: string, entry: Entry): void {
    if (entry.state === 'running' || entry.origin === null) return;
    if (entry.isStored) this.#entries.delete(id);
    const over = [...this.#entries].filter(([, { state }]) => state !== 'running');
    for (const [old] of over.slice(0, -keptFailures)) this.#entries.delete(old);
  }
}
