// What the pages of a run's panel get, and what each of them gives.
import type {
  RunHostMessage,
  runPanelRequests,
  RunRoute,
} from '../../runtime/contract/runPanel.ts';
import type { FactsOf, HostOf } from '../messages/host.ts';
import type { FrameContext, Page } from '../shell/page.ts';
import type { RunStore } from './runStore.ts';

export type RunHost = HostOf<typeof runPanelRequests, FactsOf<RunHostMessage>>;

/** Where a person is on the page of the run itself. */
export type TrainingRoute = Extract<RunRoute, { page: 'run' }>;

export interface RunContext extends FrameContext<RunRoute> {
  readonly host: RunHost;
  readonly run: RunStore;
  /** Milliseconds since 1970, by the clock of this computer. */
  readonly now: () => number;
}

export type RunPageMaker<Name extends RunRoute['page']> = (
  context: RunContext,
  route: Extract<RunRoute, { page: Name }>,
) => Page<RunRoute>;

/** One maker for each page that a route can name. */
export type RunPageMakers = { readonly [Name in RunRoute['page']]: RunPageMaker<Name> };
