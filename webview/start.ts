// Entry of the page "Start Training". A bundle of its own, because none of the charts of a run are needed before there is a run.
import type { StartHostMessage, startPanelRequests } from '../runtime/contract/startPanel.ts';
import type { FactsOf } from './messages/host.ts';
import { Shell } from './shell/shell.ts';
import { startPanel } from './shell/startPanel.ts';
import type { StartRoute } from './start/startContext.ts';
import { StartPage } from './start/startPage.ts';
import { StartStore } from './start/startStore.ts';

type Facts = FactsOf<StartHostMessage>;

await startPanel<typeof startPanelRequests, Facts>(async ({ root, api, host, signal }) => {
  const store = new StartStore(await host.request('ready', {}));
  // From it VS Code makes the panel again after a reload.
  const save = (): void => api.setState({ version: 1, wish: store.view.wish });
  const shell = new Shell<StartRoute>({
    root,
    route: { page: 'start' },
    make: (frame) => new StartPage({ ...frame, host, store }),
    save,
  });
  store.listen(host, signal);
  store.onChange(save, signal);
  shell.run();
});
