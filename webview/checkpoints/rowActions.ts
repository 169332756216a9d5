// What can be done with one checkpoint. What cannot be done now keeps its place and says why.
import { html, nothing, type TemplateResult } from 'lit';
import type { CheckpointListing, RunListing } from '../../runtime/contract/training/runView.ts';
import { menu } from '../controls/menu.ts';
import { icon, type IconName } from '../icons.ts';
import { resumeRefusal } from '../run/refusals.ts';
import { deedWords, type RowDeed } from './rowWork.ts';

export interface RowActionParts {
  readonly checkpoint: CheckpointListing;
  readonly listing: RunListing;
  /** Why the machine cannot be asked for anything now; null when it can. */
  readonly refusal: string | null;
  readonly underWay: RowDeed | null;
  /** Train steps of those that can be asked from this window. */
  readonly served: readonly number[];
  readonly start: (deed: RowDeed, step: number) => void;
  readonly resume: (step: number) => void;
  readonly copy: (text: string) => void;
}

export function rowActions(parts: RowActionParts): TemplateResult {
  const { checkpoint, listing, start } = parts;
  const { step } = checkpoint;
  const refusal = busyRefusal(parts);
  const action = (deed: RowDeed, words: string, name: IconName, narrow = ''): TemplateResult =>
    rowButton({
      ...{ label: `${words} step ${step}`, icon: name, narrow, refusal },
      press: () => start(deed, step),
    });
  return html`<span class="row-actions">
    ${action('evaluate', 'Evaluate', 'evaluate')}
    ${action('serve', 'Serve', 'serve', 'hide-narrow')}
    ${action('download', 'Download', 'download', 'hide-narrow')}
    ${rowButton({
      ...{ label: `Resume from step ${step}`, icon: 'resume', narrow: '' },
      refusal: checkpoint.whyNotResumable ?? resumeRefusal(listing) ?? refusal,
      press: () => parts.resume(step),
    })}
    ${moreMenu(parts, refusal)}
  </span>`;
}

function busyRefusal({ refusal, underWay }: RowActionParts): string | null {
  return refusal ?? (underWay === null ? null : `${deedWords[underWay]} is not done yet.`);
}

interface RowButton {
  readonly label: string;
  readonly icon: IconName;
  /** Class of one that gives way on narrow pages: the menu has it too. */
  readonly narrow: string;
  readonly refusal: string | null;
  readonly press: () => void;
}

function rowButton({ label, icon: name, narrow, refusal, press }: RowButton): TemplateResult {
  return html`<button
    type="button"
    class="tool ${narrow}"
    aria-label=${label}
    aria-disabled=${refusal === null ? nothing : 'true'}
    title=${refusal === null ? label : `${label}: ${refusal}`}
    @click=${() => (refusal === null ? press() : undefined)}
  >
    ${icon(name)}
  </button>`;
}

function moreMenu(parts: RowActionParts, refusal: string | null): TemplateResult {
  const { checkpoint, start } = parts;
  const { step, kept, folder } = checkpoint;
  const isPinned = kept.includes('pinned');
  const deeds: readonly { readonly label: string; readonly press: () => void }[] = [
    { label: 'Serve', press: () => start('serve', step) },
    ...(parts.served.includes(step)
      ? [{ label: 'Stop Serving', press: () => start('unserve', step) }]
      : []),
    { label: 'Download…', press: () => start('download', step) },
    isPinned
      ? { label: 'Unpin', press: () => start('unpin', step) }
      : { label: 'Pin', press: () => start('pin', step) },
  ];
  return menu({
    ...{ id: `more-${step}`, label: `More for step ${step}`, icon: 'more', iconOnly: true },
    items: [
      ...(refusal === null ? deeds : []),
      { label: 'Copy Path of Folder', press: () => parts.copy(folder) },
    ],
  });
}
