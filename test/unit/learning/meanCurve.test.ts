import assert from 'node:assert/strict';
import { meanCurve } from '../../learning/meanCurve.ts';
import type { StepFigures } from '../../learning/runFigures.ts';

function curve(...rates: readonly (number | null)[]): readonly StepFigures[] {
  return rates.map((passRate, place) => ({
    step: place + 1,
    reward: null,
    passRate,
    generatedTokens: 0,
    updatedTokens: 0,
    rolloutSeconds: 0,
    updateSeconds: 0,
    stepSeconds: 0,
  }));
}

describe('mean curve', () => {
  const pick = ({ passRate }: StepFigures): number | null => passRate;

  it('is over the runs that have the step and a value in it', () => {
    const runs = [curve(0, 0.5, null, 1), curve(1, null, null)];
    assert.deepEqual(meanCurve(runs, pick), [0.5, 0.5, null, 1]);
  });

  it('of no run has no step', () => assert.deepEqual(meanCurve([], pick), []));
});
