// Entry of the viewer pages. Constructs the shell and starts it with what the extension says; everything else is its parts'.
import type { panelRequests, Route } from '../runtime/contract/panel.ts';
import { registerControls } from './controls/toolkit.ts';
import type { HostFact } from './messages/host.ts';
import { makePage } from './pageMakers.ts';
import { panelState, savedRoute } from './route/panelState.ts';
import { Shell } from './shell/shell.ts';
import { startPanel } from './shell/startPanel.ts';
import { TrajectoryStore } from './trajectory/state/trajectoryStore.ts';

registerControls();
await startPanel<typeof panelRequests, HostFact>(async ({ root, api, host, signal }) => {
  const started = await host.request('ready', {});
  const route = savedRoute(api.getState(), started.state.file) ?? started.state.route;
  const trajectories = new TrajectoryStore(started.liveEvents);
  const context = { host, start: started, trajectories };
  const shell = new Shell<Route>({
    root,
    route,
    make: (frame, to) => makePage({ ...frame, ...context }, to),
    save: (changed) => api.setState(panelState(started.state, changed)),
  });
  trajectories.listen(host, signal);
  host.on('go', (fact) => shell.go(fact.route), signal);
  shell.run();
});
