import assert from 'node:assert/strict';
import { nextRole, roleOf, turned } from '../../../../webview/start/cardTurns.ts';

const choice = { train: [0, 1], sample: [2] };

describe('a click on a card', () => {
  it('has it train, then sample, then left free', () => {
    assert.deepEqual(turned(3, choice, 'one-machine'), {
      ok: true,
      choice: { train: [0, 1, 3], sample: [2] },
    });
    assert.deepEqual(turned(1, choice, 'one-machine'), {
      ok: true,
      choice: { train: [0], sample: [1, 2] },
    });
    assert.deepEqual(turned(2, choice, 'one-machine'), {
      ok: true,
      choice: { train: [0, 1], sample: [] },
    });
  });

  it('leaves one that trains', () => {
    const one = { train: [0], sample: [1] };
    assert.deepEqual(turned(0, one, 'one-machine'), {
      ok: false,
      problem: 'At least one card has to train.',
    });
  });

  it('ends that one card does both as soon as another takes a part', () => {
    const alone = { train: [0], sample: [0] };
    assert.equal(roleOf(0, alone, 'one-machine'), 'both');
    assert.equal(nextRole(0, alone, 'one-machine'), 'sample');
    assert.deepEqual(turned(1, alone, 'one-machine'), {
      ok: true,
      choice: { train: [0, 1], sample: [] },
    });
  });

  it('changes cards of one machine alone where another one samples', () => {
    const two = { train: [0, 1], sample: [0] };
    assert.deepEqual(turned(0, two, 'trainer'), { ok: true, choice: { train: [1], sample: [0] } });
    assert.deepEqual(turned(1, two, 'sampler'), {
      ok: true,
      choice: { train: [0, 1], sample: [0, 1] },
    });
    assert.deepEqual(turned(0, two, 'sampler'), {
      ok: false,
      problem: 'At least one card has to sample.',
    });
    assert.equal(roleOf(0, two, 'trainer'), 'train');
  });
});
