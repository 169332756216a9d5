// The row of the cards: those of the machine, and of another one that samples. Before the machine was heard it says what the plan
// says.
import { html, nothing, type TemplateResult } from 'lit';
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { StartView } from '../../runtime/contract/startPanel.ts';
import type { GpuChoice } from '../../runtime/contract/training/trainingRequests.ts';
import { cardsView, type CardsOptions } from './cardsView.ts';
import type { CardSide } from './cardTurns.ts';
import { splitWords } from './planWords.ts';

export interface CardActions {
  readonly turn: (card: number, side: CardSide, choice: GpuChoice) => void;
  /** Leaves it to the product to divide them. */
  readonly divideAll: () => void;
}

export function cardsRow(view: StartView, actions: CardActions): TemplateResult {
  const { wish, plan, work } = view;
  const isFixed = work?.doing === 'start';
  const choice = wish.gpus ?? plan?.gpus ?? null;
  return html`<div>
    <dt>Cards</dt>
    <dd>${choice === null ? waiting() : shown(view, choice, { isFixed, ...actions })}</dd>
    <dd class="change">${wish.gpus === null ? nothing : divideButton(isFixed, actions)}</dd>
  </div>`;
}

function waiting(): TemplateResult {
  return html`<span class="muted">all, half of them to sample</span>`;
}

function shown(
  { wish, machine, samplerMachine }: StartView,
  choice: GpuChoice,
  { isFixed, turn }: CardActions & { readonly isFixed: boolean },
): TemplateResult {
  const { sampler } = wish;
  const of = (listing: MachineListing | null, side: CardSide): TemplateResult | typeof nothing => {
    const gpus = listing?.facts?.gpus ?? [];
    if (listing === null || gpus.length === 0) return nothing;
    const options: CardsOptions = {
      ...{ machine: listing.name, gpus, choice, side, isFixed },
      turn: (card) => turn(card, side, choice),
    };
    return cardsView(options);
  };
  return html`${of(machine, sampler === null ? 'one-machine' : 'trainer')}
    ${sampler === null ? nothing : of(samplerMachine, 'sampler')}
    <span class="muted"
      >${splitWords(choice, sampler)}. Press a card to change what it does.</span
    >`;
}

function divideButton(isFixed: boolean, { divideAll }: CardActions): TemplateResult {
  return html`<button
    type="button"
    class="text-link"
    id="divide-cards"
    aria-disabled=${isFixed ? 'true' : nothing}
    title=${isFixed ? 'The training is being started.' : 'Half of all cards train, half sample'}
    @click=${() => (isFixed ? undefined : divideAll())}
  >
    Use All
  </button>`;
}
