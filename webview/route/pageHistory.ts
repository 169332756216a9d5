// Where a person is in the panel, and the way back. Keeps routes only; pages are made from them by the shell.
import type { Route } from '../../runtime/contract/panel.ts';

/** More than anybody walks back. */
const mostEntries = 100;

export class PageHistory<R = Route> {
  #entries: R[];
  #at = 0;
  readonly #moved: (route: R) => void;

  /** `moved` is called after every change, also when only the place on a page changed. */
  constructor(first: R, moved: (route: R) => void) {
    this.#entries = [first];
    this.#moved = moved;
  }

  get route(): R {
    const route = this.#entries[this.#at];
    if (route === undefined) throw new Error('the history lost its place');
    return route;
  }

  get canGoBack(): boolean {
    return this.#at > 0;
  }

  get canGoForward(): boolean {
    return this.#at < this.#entries.length - 1;
  }

  /** To another page; what lay ahead is forgotten. */
  go(route: R): void {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), route].slice(-mostEntries);
    this.#at = this.#entries.length - 1;
    this.#moved(route);
  }

  /** The same page, at another place. */
  replace(route: R): void {
    this.#entries[this.#at] = route;
    this.#moved(route);
  }

  back(): boolean {
    return this.#move(-1);
  }

  forward(): boolean {
    return this.#move(1);
  }

  #move(by: number): boolean {
    const to = this.#at + by;
    if (this.#entries[to] === undefined) return false;
    this.#at = to;
    this.#moved(this.route);
    return true;
  }
}
