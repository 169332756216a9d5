// What the two sides of a view thread say to each other. Both are built from the same sources, and what comes from outside
// was checked before and is checked after; so only the outer form is checked here.
import * as z from 'zod';
import { Failure } from '../../contract/failure.ts';
import { RecentTrajectory } from '../../contract/requests.ts';
import { IndexState, viewingRequests } from '../../contract/viewing.ts';
import type { ViewingName } from './trajectoryViewer.ts';

const names = Object.keys(viewingRequests) as [ViewingName, ...ViewingName[]];

export const ToViewer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.int(), name: z.enum(names), params: z.unknown() }),
  z.object({ kind: z.literal('summarise'), id: z.int(), file: z.string() }),
]);
export type ToViewer = z.infer<typeof ToViewer>;

export const FromViewer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), id: z.int(), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.int(), failure: Failure }),
  /** A wish that cannot be met; one sentence for a person. */
  z.object({ kind: z.literal('refused'), id: z.int(), message: z.string() }),
  z.object({ kind: z.literal('index-changed'), state: IndexState }),
]);
export type FromViewer = z.infer<typeof FromViewer>;

export const FileSummaryShape = z.object({
  tasks: z.array(
    z.object({
      taskId: z.string(),
      trajectories: z.int(),
      judged: z.int(),
      passed: z.int(),
    }),
  ),
  recent: z.array(RecentTrajectory),
});
