// The pass rate of a task on a line from 0 to 1, with its interval and the window in which a task trains.
import { html, type TemplateResult } from 'lit';
import type { GroupView } from '../../runtime/contract/viewing.ts';
import { twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { passWords, placeOf, placeWords } from './groupFacts.ts';

export function passRateView(view: GroupView): TemplateResult {
  const { passRate, interval } = view;
  return html`<section class="window" aria-labelledby="pass-rate">
    <div class="section-head">
      <h2 id="pass-rate">Pass rate</h2>
      <span class="small">${passWords(view)}</span>
      ${passRate === null ? '' : placeView(passRate)}
    </div>
    ${
      passRate === null || interval === null
        ? html`<p class="small">
            The pass rate is the share of rollouts that a judge found correct. No judge has given a
            verdict on this task yet.
          </p>`
        : gauge(passRate, interval)
    }
  </section>`;
}

function placeView(passRate: number): TemplateResult {
  const place = placeOf(passRate);
  const mark = place === 'inside' ? icon('tick', 'ok') : icon('warning', 'warn');
  return html`<span class="small push state">${mark}${placeWords[place]}</span>`;
}

function gauge(passRate: number, [low, high]: readonly [number, number]): TemplateResult {
  const range = `${twoPlaces(low)} to ${twoPlaces(high)}`;
  const words = `Pass rate ${twoPlaces(passRate)}, 95 percent interval ${range}, window 0.2 to 0.8`;
  return html`<div class="gauge" role="img" aria-label=${words}>
      <span class="ok-zone"></span
      ><span class="ci" .style=${`left:${share(low)};width:${share(high - low)}`}></span
      ><span class="at" .style=${`left:${share(passRate)}`}></span>
    </div>
    <div class="ticks" aria-hidden="true">
      ${[0, 0.2, 0.5, 0.8, 1].map(
        (tick) => html`<span .style=${`left:${share(tick)}`}>${tick}</span>`,
      )}
    </div>
    <p class="meta">95 % interval ${range}. Shaded: the window in which a task trains.</p>`;
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)}%`;
}
