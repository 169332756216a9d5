import assert from 'node:assert/strict';
import { processCommands } from '../../../../runtime/launch/processCommands.ts';
import { cardRoles } from '../../../../runtime/remote/runs/cardRoles.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';

function jobOn(train: readonly number[], sample: readonly number[] | null) {
  const job = makeJob({ device: 'cuda', policySync: 'lora_disk' });
  const commands = processCommands(job, {
    ...{ folder: '/run', program: ['node', 'cli.mjs'], python: '/env/bin/python' },
    ...{ trainerFolder: '/trainer', ports: { tokens: 8000, rollouts: 8001 }, threads: 4 },
    ...{ gpus: { train, sample }, toSampler: null },
  });
  return { ...job, processes: { ...job.processes, commands } };
}

describe('which cards of a run do what', () => {
  it('is read from what its processes were given', () => {
    assert.deepEqual(cardRoles(jobOn([0, 1, 2], [3])), { train: [0, 1, 2], sample: [3] });
    assert.deepEqual(cardRoles(jobOn([2], null)), { train: [2], sample: [2] });
  });

  it('is nothing on the processor, and where no process is known', () => {
    assert.equal(cardRoles(makeJob({ device: 'cpu' })), null);
    assert.equal(cardRoles(makeJob({ device: 'cuda' })), null);
  });
});
