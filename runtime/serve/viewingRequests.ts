// Answers the requests of contract/viewing.ts by a viewer, and passes on when the index of an opened file changed.
import type { TrajectoryViewer, ViewingHandlers } from '../store/viewing/trajectoryViewer.ts';
import type { Notify } from './requestHandlers.ts';

export interface ViewingServices {
  readonly viewer: TrajectoryViewer;
  readonly notify: Notify;
}

export interface Viewing {
  /** One function for each request name. */
  readonly handlers: ViewingHandlers;
  /** Closes every file. */
  close(): Promise<void>;
}

export function viewingHandlers({ viewer, notify }: ViewingServices): Viewing {
  const stop = viewer.onIndexChanged((state) => notify('index-changed', state));
  return {
    handlers: {
      'open-trajectories': (params) => viewer.request('open-trajectories', params),
      'close-trajectories': (params) => viewer.request('close-trajectories', params),
      'list-trajectories': (params) => viewer.request('list-trajectories', params),
      'find-row': (params) => viewer.request('find-row', params),
      'read-trajectory': (params) => viewer.request('read-trajectory', params),
      'read-steps': (params) => viewer.request('read-steps', params),
      'read-text': (params) => viewer.request('read-text', params),
      'read-group': (params) => viewer.request('read-group', params),
      'export-trajectories': (params) => viewer.request('export-trajectories', params),
    },
    async close() {
      stop();
      await viewer.close();
    },
  };
}
