// A button that opens a short list of commands. The browser's popover: it closes on Escape and on a click elsewhere.
import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from '../icons.ts';

export interface MenuOptions {
  /** Unique on the page. */
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** The icon stands alone; the label is what screen readers and the tooltip say. */
  readonly iconOnly?: boolean;
  readonly items: readonly { readonly label: string; readonly press: () => void }[];
  readonly class?: string;
  readonly title?: string;
}

export function menu(options: MenuOptions): TemplateResult {
  const { id, label, items, iconOnly = false } = options;
  const title = options.title ?? (iconOnly ? label : undefined);
  return html`<button
      type="button"
      class="tool menu-button ${options.class ?? ''}"
      aria-haspopup="menu"
      title=${title ?? nothing}
      aria-label=${iconOnly ? label : nothing}
      popovertarget=${id}
    >
      ${options.icon === undefined ? nothing : icon(options.icon)}${iconOnly ? nothing : label}
    </button>
    <div
      id=${id}
      class="menu"
      popover
      role="menu"
      aria-label=${label}
      @toggle=${opened}
      @keydown=${moved}
    >
      ${items.map((item) => itemView(id, item.label, item.press))}
    </div>`;
}

function itemView(id: string, label: string, press: () => void): TemplateResult {
  const chosen = (): void => {
    document.getElementById(id)?.hidePopover();
    press();
  };
  return html`<button type="button" role="menuitem" tabindex="-1" @click=${chosen}>
    ${label}
  </button>`;
}

/** Opens from elsewhere, for example by a key. */
export function openMenu(id: string): boolean {
  const list = document.getElementById(id);
  list?.showPopover();
  return list !== null;
}

function opened(event: Event): void {
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement) || !list.matches(':popover-open')) return;
  place(list);
  itemsOf(list)[0]?.focus();
}

/** Below its button, inside the window. */
function place(list: HTMLElement): void {
  const button = list.previousElementSibling;
  if (button === null) return;
  const { left, bottom, top } = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const below = bottom + height < window.innerHeight;
  list.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
  list.style.top = `${below ? bottom + 2 : Math.max(4, top - height - 2)}px`;
}

function moved(event: KeyboardEvent): void {
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement)) return;
  const items = itemsOf(list);
  const here = items.findIndex((item) => item === document.activeElement);
  const last = items.length - 1;
  const to: Readonly<Record<string, number>> = {
    ArrowDown: here === last ? 0 : here + 1,
    ArrowUp: here <= 0 ? last : here - 1,
    Home: 0,
    End: last,
  };
  const next = to[event.key];
  event.stopPropagation();
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
}
