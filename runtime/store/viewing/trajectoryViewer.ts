// What the rest of the runtime knows of reading trajectory files: requests in, results out, and a note when an index changed.
// It may be in this thread (fileViewer.ts) or in another (viewThread.ts).
import type * as z from 'zod';
import type { RecentTrajectory } from '../../contract/requests.ts';
import type { IndexState, viewingRequests } from '../../contract/viewing.ts';

type Requests = typeof viewingRequests;
export type ViewingName = keyof Requests;
export type ViewingParams = { [Name in ViewingName]: z.output<Requests[Name]['params']> };
export type ViewingResults = { [Name in ViewingName]: z.input<Requests[Name]['result']> };

/** One function for each request of contract/viewing.ts. */
export type ViewingHandlers = {
  readonly [Name in ViewingName]: (params: ViewingParams[Name]) => Promise<ViewingResults[Name]>;
};

/** What is counted of the trajectories of one task. */
export interface TaskCount {
  readonly taskId: string;
  readonly trajectories: number;
  /** Samples of the policy that have a verdict, and those whose verdict is Correct. */
  readonly judged: number;
  readonly passed: number;
}

export interface FileSummary {
  readonly tasks: readonly TaskCount[];
  /** The newest last, at most 500. */
  readonly recent: readonly RecentTrajectory[];
}

export interface TrajectoryViewer {
  /** @throws FailureError at boundary `store`, HumanError for a wish that cannot be met */
  request<Name extends ViewingName>(
    name: Name,
    params: ViewingParams[Name],
  ): Promise<ViewingResults[Name]>;
  /** What a file says about tasks and its newest trajectories; remembered until the file changes. */
  summarise(file: string): Promise<FileSummary>;
  /** Calls back at most ten times a second for each opened file. Gives what ends it. */
  onIndexChanged(listener: (state: IndexState) => void): () => void;
  /** Closes every file. */
  close(): Promise<void>;
}
