// Answers the requests of contract/viewing.ts by a viewer, and passes on when the index of an opened file changed.
import { viewingRequests, type IndexState } from '../contract/viewing.ts';
import type {
  TrajectoryViewer,
  ViewingHandlers,
  ViewingName,
} from '../store/viewing/trajectoryViewer.ts';

export interface ViewingServices {
  readonly viewer: TrajectoryViewer;
  readonly notify: (name: 'index-changed', state: IndexState) => void;
}

export interface Viewing {
  /** One function for each request name. */
  readonly handlers: ViewingHandlers;
  /** Closes every file. */
  close(): Promise<void>;
}

export function viewingHandlers({ viewer, notify }: ViewingServices): Viewing {
  const stop = viewer.onIndexChanged((state) => notify('index-changed', state));
  const handlers = Object.fromEntries(
    names().map((name) => [name, (params: never) => viewer.request(name, params)]),
  );
  return {
    // Made from the names of the requests, so that none is left out; TypeScript cannot follow that.
    handlers: handlers as unknown as ViewingHandlers,
    async close() {
      stop();
      await viewer.close();
    },
  };
}

function names(): ViewingName[] {
  return Object.keys(viewingRequests) as ViewingName[];
}
