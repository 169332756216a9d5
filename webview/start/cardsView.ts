// The graphics cards of a machine, each a button that gives it another part in the training, and who uses them now.
import { html, nothing, type TemplateResult } from 'lit';
import type { GpuFacts } from '../../runtime/contract/machine.ts';
import type { GpuChoice } from '../../runtime/contract/training/trainingRequests.ts';
import { lastPart } from '../run/paths.ts';
import { type CardRole, type CardSide, nextRole, roleOf } from './cardTurns.ts';

export interface CardsOptions {
  readonly machine: string;
  readonly gpus: readonly GpuFacts[];
  readonly choice: GpuChoice;
  readonly side: CardSide;
  /** Nothing can be changed while the training starts. */
  readonly isFixed: boolean;
  readonly turn: (card: number, side: CardSide) => void;
}

const roleWords: Readonly<Record<CardRole, string>> = {
  train: 'trains',
  sample: 'samples',
  both: 'trains and samples in turn',
  free: 'is left free',
};

export function cardsView(options: CardsOptions): TemplateResult {
  const { machine, gpus } = options;
  const used = gpus.filter((gpu) => usersOf(gpu) !== '');
  return html`<span class="cards" role="group" aria-label="Graphics cards of ${machine}"
      >${gpus.map((gpu) => cardButton(gpu, options))}</span
    >${
      used.length === 0
        ? nothing
        : html`<span class="card-users meta"
            >${used.map((gpu) => html`<span>GPU ${gpu.index}: ${usersOf(gpu)}</span>`)}</span
          >`
    }`;
}

function cardButton(gpu: GpuFacts, options: CardsOptions): TemplateResult {
  const { index, mig } = gpu;
  const { choice, side, isFixed, turn } = options;
  const role = roleOf(index, choice, side);
  const refusal = isFixed ? 'The training is being started.' : mig ? 'It is split (MIG).' : null;
  const next = `Press: ${roleWords[nextRole(index, choice, side)]}`;
  return html`<button
    type="button"
    class="card ${role} ${usersOf(gpu) === '' ? '' : 'used'}"
    aria-label=${`GPU ${index} ${roleWords[role]}${usersWords(gpu)}`}
    aria-disabled=${refusal === null ? nothing : 'true'}
    title=${refusal ?? next}
    @click=${() => (refusal === null ? turn(index, side) : undefined)}
  >
    ${index}
  </button>`;
}

function usersWords(gpu: GpuFacts): string {
  const users = usersOf(gpu);
  return users === '' ? '' : `, used: ${users}`;
}

/** Below this it is the driver's own. */
const driverMib = 512;

/** `1.2 GiB by python (ada, pid 4242)`; empty for one that nobody uses. */
export function usersOf({ memoryUsedMib, processes }: GpuFacts): string {
  if ((memoryUsedMib ?? 0) <= driverMib) return '';
  const size = `${((memoryUsedMib ?? 0) / 1024).toFixed(1)} GiB`;
  const named = processes.map(({ name, user, pid, run }) =>
    run === null
      ? `${lastPart(name) || 'a process'} (${[user, `pid ${pid}`].filter(Boolean).join(', ')})`
      : `the run ${lastPart(run)}`,
  );
  return named.length === 0 ? `${size} in use` : `${size} by ${[...new Set(named)].join(', ')}`;
}
