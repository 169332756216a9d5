// What the rest of the runtime knows of reading trajectory files: requests in, results out, and a note when an index changed.
// It may be in this thread (fileViewer.ts) or in another (viewThread.ts).
import type * as z from 'zod';
import type { IndexState, viewingRequests } from '../../contract/viewing.ts';

type Requests = typeof viewingRequests;
export type ViewingName = keyof Requests;
export type ViewingParams = { [Name in ViewingName]: z.output<Requests[Name]['params']> };
export type ViewingResults = { [Name in ViewingName]: z.input<Requests[Name]['result']> };

/** One function for each request of contract/viewing.ts. */
export type ViewingHandlers = {
  readonly [Name in ViewingName]: (params: ViewingParams[Name]) => Promise<ViewingResults[Name]>;
};

export interface TrajectoryViewer {
  /** @throws FailureError at boundary `store`, HumanError for a wish that cannot be met */
  request<Name extends ViewingName>(
    name: Name,
    params: ViewingParams[Name],
  ): Promise<ViewingResults[Name]>;
  /** Calls back at most ten times a second for each opened file. Gives what ends it. */
  onIndexChanged(listener: (state: IndexState) => void): () => void;
  /** Closes every file. */
  close(): Promise<void>;
}
