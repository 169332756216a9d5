// The bands of a comparison, ready to be drawn: the steps of both sides and what in them is in one side only.
import type { StepView } from '../../runtime/contract/viewing.ts';
import { alignSteps } from './alignSteps.ts';
import { type Differences, differences, type Span, wholeSpan } from './differences.ts';
import { codeOf, outputOf, type SideStep } from './sideView.ts';
import { doingOf, similarity } from './similarity.ts';

export interface ComparedBand {
  readonly left: readonly SideStep[];
  readonly right: readonly SideStep[];
  readonly sameCode: boolean;
  /** The steps that are most alike, for the diff editor; null when one side has none. */
  readonly pair: readonly [left: number, right: number] | null;
}

export function comparedBands(
  left: readonly StepView[],
  right: readonly StepView[],
): readonly ComparedBand[] {
  const bands = alignSteps(
    left.map(({ step }) => doingOf(step)),
    right.map(({ step }) => doingOf(step)),
  );
  return bands.map((band) => {
    const ofLeft = band.left.flatMap((index) => left[index] ?? []);
    const ofRight = band.right.flatMap((index) => right[index] ?? []);
    return comparedBand(ofLeft, ofRight);
  });
}

function comparedBand(left: readonly StepView[], right: readonly StepView[]): ComparedBand {
  const pair = mostAlike(left, right);
  if (pair === null) {
    const alone = (view: StepView): SideStep => sideStep(view, wholeSpan(codeOf(view)), []);
    return { left: left.map(alone), right: right.map(alone), sameCode: false, pair: null };
  }
  const code = differences(codeOf(pair.left), codeOf(pair.right));
  const output = differences(outputOf(pair.left), outputOf(pair.right));
  return {
    left: left.map((view) => side(view, view === pair.left, 'left', code, output)),
    right: right.map((view) => side(view, view === pair.right, 'right', code, output)),
    sameCode: code.same,
    pair: [pair.left.step.index, pair.right.step.index],
  };
}

/** Steps of a band beside the pair are attempts of one side only: all of their code is. */
function side(
  view: StepView,
  inPair: boolean,
  which: 'left' | 'right',
  code: Differences,
  output: Differences,
): SideStep {
  if (!inPair) return sideStep(view, wholeSpan(codeOf(view)), []);
  return sideStep(view, code[which], output[which]);
}

function sideStep(
  view: StepView,
  codeSpans: readonly Span[],
  outputSpans: readonly Span[],
): SideStep {
  return { view, codeSpans, outputSpans };
}

function mostAlike(
  left: readonly StepView[],
  right: readonly StepView[],
): { left: StepView; right: StepView } | null {
  let best: { left: StepView; right: StepView } | null = null;
  let most = -1;
  for (const a of left) {
    for (const b of right) {
      const alike = similarity(doingOf(a.step), doingOf(b.step));
      if (alike <= most) continue;
      most = alike;
      best = { left: a, right: b };
    }
  }
  return best;
}
