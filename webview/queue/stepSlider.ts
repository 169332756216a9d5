// The time slider of the queue page: which train step is shown, with a tick where each epoch begins.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { iconTool } from '../controls/button.ts';
import { wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';

export interface StepSliderOptions {
  readonly step: number;
  readonly lastStep: number;
  /** First train step of each epoch. */
  readonly epochs: readonly number[];
  readonly isPlaying: boolean;
  readonly go: (step: number) => void;
  readonly play: () => void;
}

/** Numbers under the ticks; more could not be read. */
const mostNumbers = 5;

export function stepSlider(options: StepSliderOptions): TemplateResult {
  const { step, lastStep, epochs, isPlaying, go } = options;
  const slide = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) go(Number(event.target.value));
  };
  return html`<div class="step-slider" role="group" aria-label="Train step shown">
    ${iconTool(isPlaying ? 'pause' : 'play', isPlaying ? 'Pause' : 'Play', options.play)}
    ${iconTool('left', 'One train step back', () => go(step - 1))}
    ${iconTool('closed', 'One train step on', () => go(step + 1))}
    <label for="queue-step"
      >Train step <strong>${wholeNumber(step)}</strong>
      <span class="muted">of ${wholeNumber(lastStep)}</span></label
    >
    <span class="slide">
      <input
        type="range"
        id="queue-step"
        min="0"
        max=${lastStep}
        .value=${live(String(step))}
        aria-valuetext="Train step ${step}${epochWords(step, epochs)}"
        @input=${slide}
      />
      ${epochTicks(epochs, lastStep)}
    </span>
    <button
      type="button"
      class="tool"
      aria-pressed=${step === lastStep}
      @click=${() => go(lastStep)}
    >
      <span class="on">${icon('tick')}</span>Latest
    </button>
  </div>`;
}

/** From 1; 0 before the first. */
export function epochAt(step: number, epochs: readonly number[]): number {
  return epochs.filter((first) => first <= step).length;
}

function epochWords(step: number, epochs: readonly number[]): string {
  const epoch = epochAt(step, epochs);
  return epoch === 0 ? '' : `, epoch ${epoch}`;
}

function epochTicks(epochs: readonly number[], lastStep: number): TemplateResult | typeof nothing {
  if (lastStep === 0) return nothing;
  const every = Math.max(1, Math.ceil(epochs.length / mostNumbers));
  return html`<svg class="epochs" aria-hidden="true">
    ${epochs.map((first, at) => {
      const x = `${((first / lastStep) * 100).toFixed(2)}%`;
      return svg`<line x1=${x} x2=${x} y1="0" y2="3" />${
        at % every === 0 ? tickNumber(at, x) : nothing
      }`;
    })}
  </svg>`;
}

function tickNumber(at: number, x: string) {
  const anchor = at === 0 ? 'start' : 'middle';
  return svg`<text x=${x} y="13" text-anchor=${anchor}>${at === 0 ? 'epoch 1' : at + 1}</text>`;
}
