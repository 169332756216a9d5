import assert from 'node:assert/strict';
import { readRecipe } from '../../../../runtime/recipes/readRecipe.ts';
import { trainingOf } from '../../../../runtime/recipes/trainingOf.ts';
import {
  diskEstimate,
  rolloutsPerStep,
  type DiskQuestion,
} from '../../../../runtime/remote/estimate/diskEstimate.ts';

async function question(changes: Partial<DiskQuestion> = {}): Promise<DiskQuestion> {
  return {
    weightBytes: 15e9,
    training: trainingOf(await readRecipe('tool-r1', '.')),
    sequenceTokens: 4096,
    totalSteps: 1000,
    saveEverySteps: 100,
    keep: { last: 3, best: 1 },
    ...changes,
  };
}

describe('disk of a run', () => {
  it('holds what is kept, the checkpoint that is being written, trajectories and logs', async () => {
    const { bytes, detail } = diskEstimate(await question());
    assert.ok(bytes > 5 * 45e9 && bytes < 5 * 45e9 + 10e9, String(bytes));
    assert.match(
      detail,
      /^5 full checkpoints of 45 GB \(last 3, best 1, and the next one\), about .* GB of trajectories/,
    );
  });

  it('holds all checkpoints of a short run', async () => {
    const { detail } = diskEstimate(await question({ totalSteps: 200 }));
    assert.match(detail, /^2 full checkpoints .* \(all that are made\)/);
    const one = diskEstimate(await question({ totalSteps: 50 }));
    assert.match(one.detail, /^1 full checkpoint of 45 GB /);
  });

  it('says that it does not know the size of a model that nobody fetched', async () => {
    const { detail } = diskEstimate(await question({ weightBytes: null }));
    assert.match(detail, /whose size is not known/);
  });

  it('is small for an adapter', async () => {
    const lora = 'lora={"rank":16,"alpha":32,"dropout":0,"targets":"all-linear"}';
    const training = trainingOf(await readRecipe('tool-r1', '.', [lora]));
    const { bytes } = diskEstimate(await question({ training }));
    assert.ok(bytes < 20e9);
  });

  it('counts fresh rollouts alone while queues are on', async () => {
    const { training } = await question();
    const { groupsPerStep } = training.optimiser;
    assert.equal(rolloutsPerStep(training), groupsPerStep * training.queue.freshPerVisit);
    const off = { ...training, queue: { ...training.queue, enabled: false } };
    assert.equal(rolloutsPerStep(off), groupsPerStep * training.queue.groupSize);
  });
});
