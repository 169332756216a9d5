// What the pages of the labelling panel get, and what each of them gives.
import type {
  LabelHostMessage,
  labelPanelRequests,
  LabelPanelStart,
  LabelRoute,
} from '../../runtime/contract/labelPanel.ts';
import type { FactsOf, HostOf } from '../messages/host.ts';
import type { FrameContext, Page } from '../shell/page.ts';
import type { Labelling } from './labelling.ts';

export type LabelHost = HostOf<typeof labelPanelRequests, FactsOf<LabelHostMessage>>;

export interface LabelContext extends FrameContext<LabelRoute> {
  readonly host: LabelHost;
  readonly start: LabelPanelStart;
  /** The queue and what was decided on it, whichever page is shown. */
  readonly labelling: Labelling;
}

export type LabelPageMaker<Name extends LabelRoute['page']> = (
  context: LabelContext,
  route: Extract<LabelRoute, { page: Name }>,
) => Page<LabelRoute>;

/** One maker for each page that a route can name. */
export type LabelPageMakers = { readonly [Name in LabelRoute['page']]: LabelPageMaker<Name> };
