import assert from 'node:assert/strict';
import type { RunEvent } from '../../../runtime/contract/events.ts';
import { rolloutProgress } from '../../../runtime/mcp/rolloutProgress.ts';
import { at, makeStep } from '../../fakes/records.ts';

const base = { version: 1, trajectoryId: 'one', at } as const;
const told = (event: RunEvent) => rolloutProgress(event, 12);

describe('the progress of a rollout', () => {
  it('counts steps, and names what is called in them', () => {
    const step = { total: 12, unit: 'steps' };
    assert.deepEqual(told({ ...base, type: 'step-started', step: 3 }), {
      ...{ activity: 'Step 3', done: 2, ...step },
    });
    assert.deepEqual(
      told({ ...base, type: 'tool-called', step: 3, index: 0, name: 'read_file', arguments: {} }),
      { activity: 'Step 3: read_file', done: 2, ...step },
    );
    assert.deepEqual(told({ ...base, type: 'step-ended', step: makeStep({ index: 3 }) }), {
      ...{ activity: 'Step 3 ended', done: 3, ...step },
    });
  });

  it('passes on what is loaded, and nothing else', () => {
    const loading = { activity: 'Loading the model', done: 1, total: null, unit: 'bytes' } as const;
    assert.deepEqual(told({ ...base, type: 'progress-reported', ...loading }), loading);
    assert.equal(
      told({ ...base, type: 'text-sampled', step: 1, text: 'x', channel: 'reply' }),
      null,
    );
  });
});
