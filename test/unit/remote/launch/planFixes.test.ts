import assert from 'node:assert/strict';
import type { HealthCheck } from '../../../../runtime/contract/health.ts';
import type { GpuFacts } from '../../../../runtime/contract/machine.ts';
import type { GpuSplit } from '../../../../runtime/launch/processCommands.ts';
import {
  type CardQuestion,
  fittingKeep,
  withCardFixes,
} from '../../../../runtime/remote/launch/planFixes.ts';
import { warn } from '../../../../runtime/health/healthCheck.ts';

function card(index: number, changes: Partial<GpuFacts> = {}): GpuFacts {
  return {
    ...{ index, uuid: `GPU-${index}`, name: 'NVIDIA A100-SXM4-80GB', driver: '580.95' },
    ...{ memoryTotalMib: 81_920, memoryUsedMib: 4, utilization: 0, mig: false, eccErrors: 0 },
    ...{ processes: [], ...changes },
  };
}

const busy = { memoryUsedMib: 2000 };
const [train, sample] = [
  [0, 1],
  [2, 3],
];

/** The fix of a check by its name; undefined for none. */
function fixOf(
  name: string,
  question: Partial<CardQuestion>,
  state: HealthCheck['state'] = 'warn',
) {
  const split: GpuSplit = { train, sample };
  const gpus = [card(0), card(1, busy), card(2), card(3)];
  const checks = [{ ...warn(name, 'is used', 'Leave it out.'), state }];
  return withCardFixes(checks, { split, gpus, sampler: null, ...question })[0]?.fix;
}

describe('the cards that a check leads to', () => {
  it('are those that nobody uses, half of them to train', () => {
    assert.deepEqual(fixOf('GPU 1', {}), {
      kind: 'use-cards',
      gpus: { train: [0, 2], sample: [3] },
    });
  });

  it('are for checks of cards of the run alone, and only where they do not pass', () => {
    assert.equal(fixOf('GPU 7', {}), undefined);
    assert.equal(fixOf('Disk', {}), undefined);
    assert.equal(fixOf('GPU 1', {}, 'pass'), undefined);
    assert.ok(fixOf('GPU 1', {}, 'fail'));
  });

  it('are one that does both where no other is free, and none where all are in use or broken', () => {
    const broken = [card(0, busy), card(1, { mig: true }), card(2, { eccErrors: 3 })];
    assert.equal(fixOf('GPU 0', { gpus: broken }), undefined);
    assert.deepEqual(fixOf('GPU 0', { gpus: [...broken, card(3)] }), {
      kind: 'use-cards',
      gpus: { train: [3], sample: [3] },
    });
  });

  it('are none where the run has just these', () => {
    const split = { train: [0, 2], sample: [3] };
    assert.equal(fixOf('GPU 0', { split }), undefined);
  });

  it('help where the wished cards could not be divided', () => {
    assert.ok(fixOf('GPU split', { split: null }, 'fail'));
    assert.equal(fixOf('GPU split', { split: null, gpus: [] }, 'fail'), undefined);
  });

  it('are of both machines where another one samples', () => {
    const sampler = { machine: 'b100', gpus: [card(0, busy), card(1)] };
    const split = { train: [0, 1, 2, 3], sample: [0, 1] };
    const fix = { kind: 'use-cards', gpus: { train: [0, 2, 3], sample: [1] } };
    assert.deepEqual(fixOf('b100: GPU 0', { split, sampler }), fix);
    assert.deepEqual(fixOf('GPU 1', { split, sampler }), fix);
    const none = { ...sampler, gpus: [card(0, busy)] };
    assert.equal(fixOf('GPU 1', { split, sampler: none }), undefined);
  });
});

describe('fittingKeep', () => {
  it('keeps as many as fit, the best before the newest', () => {
    const upTo = (most: number) =>
      fittingKeep({ last: 3, best: 1 }, ({ last, best }) => last + best <= most);
    assert.deepEqual(upTo(4), { last: 3, best: 1 });
    assert.deepEqual(upTo(3), { last: 2, best: 1 });
    assert.deepEqual(upTo(2), { last: 1, best: 1 });
    assert.deepEqual(upTo(1), { last: 1, best: 0 });
    assert.equal(upTo(0), null);
  });
});
