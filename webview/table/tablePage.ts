// The page of one table.
import { html } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { Page, PageContext } from '../shell/page.ts';

export function makeTablePage(
  context: PageContext,
  route: Extract<Route, { page: 'table' }>,
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
