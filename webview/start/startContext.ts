// What the page "Start Training" gets.
import type { StartHostMessage, startPanelRequests } from '../../runtime/contract/startPanel.ts';
import type { FactsOf, HostOf } from '../messages/host.ts';
import type { FrameContext } from '../shell/page.ts';
import type { StartStore } from './startStore.ts';

export type StartPanelHost = HostOf<typeof startPanelRequests, FactsOf<StartHostMessage>>;

/** The panel has one page. */
export interface StartRoute {
  readonly page: 'start';
}

export interface StartContext extends FrameContext<StartRoute> {
  readonly host: StartPanelHost;
  readonly store: StartStore;
}
