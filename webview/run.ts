// Entry of the pages of a training run. Constructs the shell and starts it with what the extension says; everything else is its
// parts'. Its pages use the browser's own controls, so that the bundle stays small.
import type { RunHostMessage, runPanelRequests, RunRoute } from '../runtime/contract/runPanel.ts';
import type { HealthBadge } from '../runtime/contract/training/runView.ts';
import type { FactsOf } from './messages/host.ts';
import { badgeRoute, focusBadge } from './run/badgeRoute.ts';
import { makePage } from './run/runPageMakers.ts';
import { RunStore } from './run/runStore.ts';
import { savedRunRoute } from './run/savedRunRoute.ts';
import { watchTheme } from './run/watchTheme.ts';
import { Shell } from './shell/shell.ts';
import { startPanel } from './shell/startPanel.ts';

await startPanel<typeof runPanelRequests, FactsOf<RunHostMessage>>(
  async ({ root, api, host, signal }) => {
    const { state, page, machine } = await host.request('ready', {});
    const run = new RunStore({ page, machine });
    run.listen(host, signal);
    const shell = new Shell<RunRoute>({
      root,
      route: savedRunRoute(api.getState(), state.place) ?? state.route,
      make: (frame, route) => makePage({ ...frame, host, run, now: () => Date.now() }, route),
      save: (route) => api.setState({ ...state, route }),
    });
    host.on('go', ({ route }) => shell.go(route), signal);
    const showBadge = (badge: HealthBadge['id']): void => {
      shell.go(badgeRoute(savedRunRoute(api.getState(), state.place), badge));
      focusBadge(badge);
    };
    host.on('open-badge', ({ badge }) => showBadge(badge), signal);
    watchTheme(() => shell.redraw(), signal);
    shell.run();
  },
);
