// What can be done with the trajectory as a whole: go on to others, copy, export, compare.
import { html, nothing, type TemplateResult } from 'lit';
import { tool } from '../../controls/button.ts';
import { wholeNumber } from '../../format/numbers.ts';
import { menu } from '../../controls/menu.ts';

/** A trajectory that this one can be put beside. */
export interface Companion {
  readonly id: string;
  readonly words: string;
}

export interface ToolsInput {
  /** Null while it is not in a file. */
  readonly position: number | null;
  readonly previousId: string | null;
  readonly nextId: string | null;
  /** Null until they are asked for. */
  readonly companions: readonly Companion[] | null;
  /** The formats that it can be exported to. */
  readonly exports: readonly { readonly label: string; readonly press: () => void }[];
  readonly act: {
    readonly list: () => void;
    readonly open: (id: string) => void;
    readonly copyLink: () => void;
    readonly group: () => void;
    readonly askCompanions: () => void;
    readonly compare: (id: string) => void;
  };
}

export function toolsView(input: ToolsInput): TemplateResult | typeof nothing {
  const { position, act } = input;
  if (position === null) return nothing;
  return html`<div class="head-line tools" role="group" aria-label="This trajectory">
    ${placeView(input, position)}
    ${tool({ ...{ label: 'Copy a link to this trajectory', title: 'Copy link' }, icon: 'link', iconOnly: true, press: act.copyLink })}
    ${menu({ id: 'menu-export', label: 'Export', icon: 'export', items: input.exports })}
    <span class="place" @click=${act.askCompanions}
      >${menu({ ...{ id: 'menu-compare', label: 'Compare with', icon: 'compare' }, items: companionItems(input) })}</span
    >
    ${tool({ label: 'Group', title: 'All trajectories of this task', icon: 'group', press: act.group })}
  </div>`;
}

function placeView({ previousId, nextId, act }: ToolsInput, position: number): TemplateResult {
  return html`<span class="place">
    ${tool({ label: 'All trajectories', press: act.list })}
    ${goTool('Previous trajectory', 'up', previousId, act.open)}
    <span class="meta">No. ${wholeNumber(position)}</span>
    ${goTool('Next trajectory', 'down', nextId, act.open)}
  </span>`;
}

function goTool(
  label: string,
  name: 'up' | 'down',
  id: string | null,
  open: (id: string) => void,
): TemplateResult {
  return tool({
    ...{ label, icon: name, iconOnly: true, disabled: id === null },
    class: name === 'up' ? 'to-left' : 'to-right',
    press: () => {
      if (id !== null) open(id);
    },
  });
}

/** They are read when the menu is opened. */
function companionItems({ companions, act }: ToolsInput) {
  const none = 'The file has no other trajectory of this task';
  const said = companions === null ? 'Reading …' : none;
  if (companions === null || companions.length === 0) {
    return [{ label: said, press: () => undefined }];
  }
  return companions.map(({ id, words }) => ({ label: words, press: () => act.compare(id) }));
}
