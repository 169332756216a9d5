// Opens a trajectory file for one call of another agent, read to its end, and closes it again. Files that the product shows anyway
// share their index with it.
import {
  TrajectoryHead,
  type IndexState,
  type ListPage,
  type ListQuery,
  type StepView,
} from '../contract/viewing.ts';
import { HumanError } from '../support/errors.ts';
import type { TrajectoryViewer } from '../store/viewing/trajectoryViewer.ts';

export interface OpenTrajectories {
  readonly state: IndexState;
  /** Waits until a search for text went through the whole file. */
  list(query: ListQuery, offset: number, limit: number): Promise<ListPage>;
  head(id: string): Promise<TrajectoryHead>;
  /** Those that are there of `from` to `to`, both included. */
  steps(id: string, from: number, to: number): Promise<StepView[]>;
  /** A slice of the text of a field, named by its path such as `observation.text`, and the length of the whole. */
  text(place: TextPlace): Promise<{ readonly text: string; readonly characters: number }>;
}

export interface TextPlace {
  readonly id: string;
  readonly step: number;
  readonly field: string;
  readonly offset: number;
  readonly limit: number;
}

/**
 * @throws HumanError when the file cannot be read as trajectories
 * @throws FailureError at boundary `store`
 */
export async function withTrajectories<Result>(
  viewer: TrajectoryViewer,
  file: string,
  signal: AbortSignal,
  use: (opened: OpenTrajectories) => Promise<Result>,
): Promise<Result> {
  const watch = new IndexWatch(viewer, signal);
  try {
    const { handle, state } = await viewer.request('open-trajectories', { file });
    try {
      return await use(opened(viewer, await watch.complete(handle, state), watch));
    } finally {
      await viewer.request('close-trajectories', { handle });
    }
  } finally {
    watch.stop();
  }
}

function opened(viewer: TrajectoryViewer, state: IndexState, watch: IndexWatch): OpenTrajectories {
  const { handle } = state;
  return {
    state,
    list: async (query, offset, limit) => {
      for (;;) {
        const changed = watch.nextChange();
        const page = await viewer.request('list-trajectories', { handle, query, offset, limit });
        if (!page.searching) return page;
        await changed();
      }
    },
    head: async (id) =>
      TrajectoryHead.parse(await viewer.request('read-trajectory', { handle, id })),
    steps: async (id, from, to) =>
      (await viewer.request('read-steps', { handle, id, from, to })).steps,
    text: (place) => viewer.request('read-text', { handle, ...place }),
  };
}

/** Hears how far indexes are, and lets others wait for it. */
class IndexWatch {
  readonly #signal: AbortSignal;
  readonly #states = new Map<string, IndexState>();
  readonly #stop: () => void;
  #changes = 0;
  #wake: () => void = () => undefined;

  constructor(viewer: TrajectoryViewer, signal: AbortSignal) {
    this.#signal = signal;
    const wake = (): void => this.#wake();
    signal.addEventListener('abort', wake);
    const stop = viewer.onIndexChanged((state) => {
      this.#states.set(state.handle, state);
      this.#changes += 1;
      this.#wake();
    });
    this.#stop = () => {
      signal.removeEventListener('abort', wake);
      stop();
    };
  }

  /** @throws HumanError when the file cannot be read to its end */
  async complete(handle: string, first: IndexState): Promise<IndexState> {
    for (;;) {
      const changed = this.nextChange();
      const state = this.#states.get(handle) ?? first;
      if (state.problem !== null) throw new HumanError(state.problem);
      if (state.complete) return state;
      await changed();
    }
  }

  /** What it gives waits until something changed since this very call. @throws the abort reason */
  nextChange(): () => Promise<void> {
    const before = this.#changes;
    return async () => {
      this.#signal.throwIfAborted();
      if (this.#changes === before) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      this.#signal.throwIfAborted();
    };
  }

  stop(): void {
    this.#stop();
  }
}
