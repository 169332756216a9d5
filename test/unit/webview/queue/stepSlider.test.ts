import assert from 'node:assert/strict';
import { epochAt } from '../../../../webview/queue/stepSlider.ts';

describe('epochAt', () => {
  it('counts epochs from 1, and is 0 before the first', () => {
    const steps = [0, 1, 26, 27, 100];
    assert.deepEqual(
      steps.map((step) => epochAt(step, [1, 27, 53])),
      [0, 1, 1, 2, 3],
    );
  });
});
