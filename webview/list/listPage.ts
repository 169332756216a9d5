// The page of one list.
import { html } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { Page, PageContext } from '../shell/page.ts';

export function makeListPage(context: PageContext, route: Extract<Route, { page: 'list' }>): Page {
  return {
    layout: 'fill',
    title: context.start.fileName,
    bindings: [],
    view: () => html`<p class="pad">${route.page}</p>`,
    accept: () => false,
    stop: () => undefined,
  };
}
