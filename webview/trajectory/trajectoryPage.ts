// The page of one trajectory.
import { html } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { Page, PageContext } from '../shell/page.ts';

export function makeTrajectoryPage(
  context: PageContext,
  route: Extract<Route, { page: 'trajectory' }>,
): Page {
  return {
    layout: 'app',
    title: context.start.fileName,
    bindings: [],
    view: () => html`<p class="pad">${route.id}</p>`,
    accept: () => false,
    stop: () => undefined,
  };
}
