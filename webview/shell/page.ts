// What the shell asks of a page, and what a page gets of the shell.
import type { TemplateResult } from 'lit';
import type { PanelStart, Route } from '../../runtime/contract/panel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { Host } from '../messages/host.ts';
import type { PageHistory } from '../route/pageHistory.ts';
import type { TrajectoryStore } from '../trajectory/state/trajectoryStore.ts';

export interface Page<R = Route> {
  /** `fill`: the page is as high as the window and scrolls inside; `app`: so from 1000 pixels on; empty: the window scrolls. */
  readonly layout: 'fill' | 'app' | '';
  /** Name of the page, for the title that screen readers hear. */
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
  view(): TemplateResult;
  /** After the page was drawn: measure, scroll, move the focus. */
  drawn?(): void;
  /** Takes a new route when it is a place on this same page; false has another page made for it. */
  accept(route: R): boolean;
  /** Gives up what is under way and lets go of every listener. */
  stop(): void;
}

/** What the pages of every panel get. */
export interface FrameContext<R> {
  readonly history: PageHistory<R>;
  /** Draws the page before the next frame, however often it is called. */
  readonly redraw: () => void;
  /** Says a short sentence to screen readers; `now` interrupts what they are reading. */
  readonly announce: (sentence: string, how?: 'politely' | 'now') => void;
  /** Shows a sentence on top of the page, for a problem that the page has no place for. */
  readonly complain: (error: unknown) => void;
}

/** And those of the viewer. */
export interface PageContext extends FrameContext<Route> {
  readonly host: Host;
  readonly start: PanelStart;
  /** What the events of rollouts under way said since the panel was made, whichever page was shown. */
  readonly trajectories: TrajectoryStore;
}

export type PageMaker<Name extends Route['page']> = (
  context: PageContext,
  route: Extract<Route, { page: Name }>,
) => Page;

/** One maker for each page that a route can name. */
export type PageMakers = { readonly [Name in Route['page']]: PageMaker<Name> };
