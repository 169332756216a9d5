// The trajectories that this panel knows, by id: what their events and their file said. It listens for as long as the panel
// is there, so that no event is lost while another page is shown.
import type { RunEvent } from '../../../runtime/contract/events.ts';
import type { Host } from '../../messages/host.ts';
import { reduce, type TrajectoryFact } from './reduce.ts';
import { emptyTrajectory, isUnderWay, type TrajectoryState } from './trajectoryState.ts';

/** Trajectories kept beside those under way. */
const mostKept = 6;

/** Called after the facts were taken in; `events` are those that came from a rollout under way just now. */
export type StoreListener = (id: string, events: readonly RunEvent[]) => void;

export class TrajectoryStore {
  readonly #states = new Map<string, TrajectoryState>();
  readonly #listeners = new Set<StoreListener>();

  /** @param events of rollouts under way, from their start */
  constructor(events: readonly RunEvent[]) {
    for (const event of events) this.#take(event.trajectoryId, event);
  }

  listen(host: Host, signal: AbortSignal): void {
    host.on('run-events', ({ events }) => this.#takeEvents(events), signal);
    host.on(
      'interrupted',
      ({ id, message }) => this.tell(id, { type: 'interrupted', message }),
      signal,
    );
  }

  get(id: string): TrajectoryState {
    return this.#states.get(id) ?? emptyTrajectory(id);
  }

  tell(id: string, fact: TrajectoryFact): void {
    this.#take(id, fact);
    this.#notify(id, []);
  }

  /** Drops steps that are far from `step` once there are more than `limit`, so that memory has a bound. */
  keepNear(id: string, step: number, limit: number): void {
    const state = this.get(id);
    this.#states.set(id, { ...state, shelf: state.shelf.keepNear(step, limit) });
  }

  subscribe(listener: StoreListener, signal: AbortSignal): void {
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
  }

  #takeEvents(events: readonly RunEvent[]): void {
    for (const event of events) this.#take(event.trajectoryId, event);
    for (const id of new Set(events.map(({ trajectoryId }) => trajectoryId))) {
      this.#notify(
        id,
        events.filter(({ trajectoryId }) => trajectoryId === id),
      );
    }
  }

  /** The one told of last is kept longest. */
  #take(id: string, fact: TrajectoryFact): void {
    const state = reduce(this.get(id), fact);
    this.#states.delete(id);
    this.#states.set(id, state);
    const idle = [...this.#states.values()].filter((one) => !isUnderWay(one));
    for (const { id: oldest } of idle.slice(0, -mostKept)) this.#states.delete(oldest);
  }

  #notify(id: string, events: readonly RunEvent[]): void {
    for (const listener of this.#listeners) listener(id, events);
  }
}
