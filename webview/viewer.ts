// Entry of the viewer pages. Constructs the shell and starts it with what the extension says; everything else is its parts'.
import { html, render } from 'lit';
import type { Route } from '../runtime/contract/panel.ts';
import { registerControls } from './controls/toolkit.ts';
import { MessageHost } from './messages/host.ts';
import { reportErrors } from './messages/reportErrors.ts';
import { makePage } from './pageMakers.ts';
import { panelState, savedRoute } from './route/panelState.ts';
import { Shell } from './shell/shell.ts';
import { TrajectoryStore } from './trajectory/state/trajectoryStore.ts';

async function start(root: HTMLElement): Promise<void> {
  const api = acquireVsCodeApi();
  const host = new MessageHost((message) => api.postMessage(message));
  reportErrors(window, (message) => api.postMessage(message));
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => host.receive(data));
  registerControls();
  try {
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
    const { signal } = new AbortController();
    trajectories.listen(host, signal);
    host.on('go', (fact) => shell.go(fact.route), signal);
    shell.run();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    render(html`<p class="pad" role="alert">This page could not start. ${why}</p>`, root);
  }
}

const root = document.createElement('div');
root.id = 'page';
document.body.append(root);
await start(root);
