// Entry of the labelling pages. Constructs the shell and starts it with what the extension says; everything else is its parts'.
import type {
  LabelHostMessage,
  labelPanelRequests,
  LabelRoute,
} from '../runtime/contract/labelPanel.ts';
import { registerControls } from './controls/toolkit.ts';
import { Drafts } from './label/drafts.ts';
import { printedKey } from './label/labelActions.ts';
import { Labelling } from './label/labelling.ts';
import { makePage } from './label/labelPageMakers.ts';
import { savedDrafts, savedLabelRoute } from './label/savedLabelRoute.ts';
import { watchTyping } from './label/typing.ts';
import type { FactsOf } from './messages/host.ts';
import { Shell } from './shell/shell.ts';
import { startPanel } from './shell/startPanel.ts';

registerControls();
await startPanel<typeof labelPanelRequests, FactsOf<LabelHostMessage>>(
  async ({ root, api, host, signal }) => {
    const started = await host.request('ready', {});
    const saved = api.getState();
    const kept = {
      ...started.state,
      route: savedLabelRoute(saved, started.state.workspace) ?? started.state.route,
      drafts: savedDrafts(saved),
    };
    const drafts = new Drafts(kept.drafts, (changed) => {
      kept.drafts = changed;
      api.setState(kept);
    });
    const labelling = new Labelling({ host, state: started.labelling, drafts });
    labelling.listen(signal);
    const shell = new Shell<LabelRoute>({
      root,
      route: kept.route,
      make: (frame, to) => makePage({ ...frame, host, start: started, labelling }, to),
      save: (route) => {
        kept.route = route;
        api.setState(kept);
        void host.request('set-route', { route });
      },
      // VS Code has the key, as it has all keys of these pages.
      helpKey: { keys: [], shown: [printedKey(started.keys, 'help') ?? 'no key'] },
    });
    watchTyping((typing) => void host.request('set-typing', { typing }), signal);
    host.on('go', ({ route }) => shell.go(route), signal);
    const help = (action: string): void => (action === 'help' ? shell.showHelp() : undefined);
    host.on('action', ({ action }) => help(action), signal);
    shell.run();
  },
);
