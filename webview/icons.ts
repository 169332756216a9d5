// The icons of the pages, drawn on 16 by 16 with one stroke. An icon stands beside a word and is hidden from screen readers;
// the few that stand alone get a label.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

const shapes = {
  tick: svg`<path d="M3 8.5 6.4 12 13 4.5"/>`,
  cross: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
  half: svg`<circle cx="8" cy="8" r="5.5"/><path class="fill" d="M8 2.5a5.5 5.5 0 0 0 0 11z"/>`,
  warning: svg`<path d="M8 2.3 14.3 13.5H1.7zM8 6.3v3.4M8 11.6v.2"/>`,
  refused: svg`<circle cx="8" cy="8" r="5.5"/><path d="m4.2 4.2 7.6 7.6"/>`,
  dash: svg`<path d="M4 8h8"/>`,
  find: svg`<circle cx="7" cy="7" r="4.2"/><path d="m10.2 10.2 3.6 3.6"/>`,
  filter: svg`<path d="M2 3.5h12M4.5 8h7M6.5 12.5h3"/>`,
  group: svg`<path d="M2 3.5h12M5 8h9M5 12.5h9M2.2 5.5v7h.8"/>`,
  follow: svg`<path d="M8 2.5v8M4.5 7.2 8 10.7l3.5-3.5M3 13.5h10"/>`,
  up: svg`<path d="M8 13V3.5M4 7l4-4 4 4"/>`,
  down: svg`<path d="M8 3v9.5M4 9l4 4 4-4"/>`,
  open: svg`<path d="m3.5 6 4.5 4.5L12.5 6"/>`,
  closed: svg`<path d="m6 3.5 4.5 4.5L6 12.5"/>`,
  left: svg`<path d="M10 3.5 5.5 8l4.5 4.5"/>`,
  layers: svg`<path d="M8 2 14 5.2 8 8.4 2 5.2zM2.4 8.2 8 11.2l5.6-3M2.4 10.8 8 13.8l5.6-3"/>`,
  compare: svg`<path d="M2 3h5v10H2zM9 3h5v10H9"/>`,
  export: svg`<path d="M8 10V2.5M5 5.3 8 2.3l3 3M3 9v4.5h10V9"/>`,
  copy: svg`<path d="M5.5 5.5h7.5v8H5.5zM3 10.5v-8h7.5"/>`,
  link: svg`<path d="M6.5 9.5 9.5 6.5M7 4.5 8.8 2.7a3 3 0 0 1 4.3 4.3L11.4 8.8M9 11.5l-1.8 1.8a3 3 0 0 1-4.3-4.3L4.6 7.2"/>`,
  file: svg`<path d="M4 1.8h5L12 5v9.2H4zM8.8 2v3.2H12"/>`,
  edit: svg`<path d="m3 13 .6-2.8L10.7 3l2.3 2.3-7.2 7.1z"/>`,
  play: svg`<path d="M4.5 2.8v10.4L13 8z"/>`,
  stop: svg`<path class="fill" d="M4 4h8v8H4z"/>`,
  clock: svg`<circle cx="8" cy="8" r="5.5"/><path d="M8 4.8V8l2.2 1.6"/>`,
  spinner: svg`<path class="spin" d="M8 2.5A5.5 5.5 0 1 0 13.5 8"/>`,
  lock: svg`<path d="M4 7.2h8v6H4zM5.6 7.2V5a2.4 2.4 0 0 1 4.8 0v2.2"/>`,
  plus: svg`<path d="M8 3.5v9M3.5 8h9"/>`,
  dot: svg`<circle class="fill" cx="8" cy="8" r="3"/>`,
  info: svg`<circle cx="8" cy="8" r="5.8"/><path d="M8 7.3v3.6M8 5v.3"/>`,
  table: svg`<path d="M2 3h12v10H2zM2 6.3h12M2 9.6h12M6.5 6.3V13"/>`,
  branch: svg`<circle cx="4.5" cy="3.5" r="1.5"/><circle cx="4.5" cy="12.5" r="1.5"/><circle cx="11.5" cy="5.5" r="1.5"/><path d="M4.5 5v6M11.5 7c0 3-7 1.5-7 4"/>`,
  tool: svg`<path d="M9.7 6.3a3.2 3.2 0 0 1 4-4L11.6 4.4l.4 1.6 1.6.4 2-2.1a3.2 3.2 0 0 1-4 4L6 13.8 2.2 10z"/>`,
  answer: svg`<path d="M4 14V2.5h8l-2 3 2 3H4"/>`,
  hidden: svg`<path d="M2 8c1.6-2.6 3.6-4 6-4s4.4 1.4 6 4c-1.6 2.6-3.6 4-6 4s-4.4-1.4-6-4zM3 13 13 3"/>`,
  passed: svg`<circle cx="8" cy="8" r="5.8"/><path d="M5.2 8.2 7.2 10.2 10.9 5.9"/>`,
  failed: svg`<circle cx="8" cy="8" r="5.8"/><path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4"/>`,
  pause: svg`<path d="M5.5 3.5v9M10.5 3.5v9"/>`,
  unplugged: svg`<path d="m2.5 13.5 2-2M4 9l3 3a2.1 2.1 0 0 1-3-3l1.2-1.2M13.5 2.5l-2 2M9 4l3 3a2.1 2.1 0 0 0-3-3L7.8 5.2M6.5 8 5.3 6.9M9.1 10.6 8 9.5"/>`,
  resume: svg`<path d="M3.5 3v10M6.5 3.2v9.6L13.5 8z"/>`,
  again: svg`<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2v3.3H9.7"/>`,
  log: svg`<path d="M3.5 1.8h9v12.4h-9zM6 5h4M6 8h4M6 11h2.5"/>`,
  line: svg`<path d="M2 11c2.5 0 2.5-6 5-6s2.5 5 7 3"/>`,
  evaluate: svg`<path d="M4.5 2h7M6 2v4.5L2.6 12.6a1 1 0 0 0 .9 1.4h9a1 1 0 0 0 .9-1.4L10 6.5V2M4.6 10h6.8"/>`,
  serve: svg`<circle class="fill" cx="8" cy="8" r="1"/><path d="M5.5 10.5a3.5 3.5 0 0 1 0-5M10.5 5.5a3.5 3.5 0 0 1 0 5M3.4 12.6a6.5 6.5 0 0 1 0-9.2M12.6 3.4a6.5 6.5 0 0 1 0 9.2"/>`,
  download: svg`<path d="M8 2.5V10M5 7.2l3 3 3-3M3 10.5v3h10v-3"/>`,
  star: svg`<path class="fill" d="m8 2 1.8 3.8 4.1.5-3 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1-3-2.9 4.1-.5z"/>`,
  pin: svg`<path d="m9.5 2 4.5 4.5-2 .5-2.5 2.5-.5 3-2.8-2.7L2.5 13.5M6.2 9.8 3.5 7l3-.5L9 4z"/>`,
  erase: svg`<path d="M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4M6.7 6.5v4.5M9.3 6.5v4.5"/>`,
  save: svg`<path d="M2.5 2.5h8.7l2.3 2.3v8.7h-11zM5 2.7V6h5V2.7M4.8 13.3V9h6.4v4.3"/>`,
  more: svg`<path d="M3.5 8v.1M8 8v.1M12.5 8v.1"/>`,
} as const satisfies Readonly<Record<string, SVGTemplateResult>>;

export type IconName = keyof typeof shapes;

/** `tone` is a colour class of the theme, for example `ok`; `label` makes the icon speak. */
export function icon(name: IconName, tone = '', label?: string): TemplateResult {
  return html`<svg
    class="icon ${tone}"
    viewBox="0 0 16 16"
    role=${label === undefined ? nothing : 'img'}
    aria-label=${label ?? nothing}
    aria-hidden=${label === undefined ? 'true' : nothing}
  >
    ${shapes[name]}
  </svg>`;
}
