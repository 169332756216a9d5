// Stands for the extension on the page "Start Training" without VS Code. The page's address says what is shown, for example
// `/start?shown=ready`: `failing` (a check fails), `ready` (it can start), `planning` (nothing is known yet), `unplanned` (the plan
// failed), `crashed` (the start failed); a test reaches in through `window.startHost`.
import * as z from 'zod';
import {
  type StartHostMessage,
  StartPageMessage,
  type StartPanelRequestName,
  startPanelRequests,
  StartView,
} from '../../../../runtime/contract/startPanel.ts';
import { makeStartView, startCases } from '../../../fakes/startViews.ts';
import { type FakePanel, startFakePanel } from '../fakePanel.ts';

export interface StartFakeHost extends FakePanel<StartPanelRequestName, StartHostMessage> {
  /** How the start stands from now on; the page is told. */
  show(changes: Partial<StartView>): void;
}

declare global {
  interface Window {
    startHost: StartFakeHost;
  }
}

const address = new URLSearchParams(location.search);
const shown = z.enum(Object.keys(startCases)).parse(address.get('shown') ?? 'failing');
let view = makeStartView(startCases[shown]?.());

const panel = startFakePanel<StartPanelRequestName, StartHostMessage>({
  schemas: startPanelRequests,
  parse: (message) => StartPageMessage.parse(message),
  answers: { ready: () => view, 'plan-again': () => ({ isPlanned: true }) },
  fail: address.get('fail'),
});
window.startHost = Object.assign(panel, {
  show: (changes: Partial<StartView>): void => {
    view = StartView.parse({ ...view, ...changes });
    panel.tell({ kind: 'start-changed', view });
  },
});
