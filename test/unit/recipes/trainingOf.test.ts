import assert from 'node:assert/strict';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { trainingOf } from '../../../runtime/recipes/trainingOf.ts';

describe('trainingOf', () => {
  it('gives the training settings of a recipe that has them', async () => {
    const recipe = await readRecipe('tool-r1', '/');
    assert.equal(trainingOf(recipe), recipe.training);
  });

  it('refuses a recipe that is only for rollouts', async () => {
    const recipe = { ...(await readRecipe('tool-r1', '/')), training: undefined };
    assert.throws(() => trainingOf(recipe), /tool-r1 does not say how to train/);
  });

  for (const change of ['agent.history=flattened', 'agent.thinking=none', 'agent.thinking=all']) {
    it(`refuses ${change}: turns that were not sampled so cannot be trained on`, async () => {
      const recipe = await readRecipe('tool-r1', '/', [change]);
      assert.throws(() => trainingOf(recipe), /Take agent\.history and agent\.thinking out/);
    });
  }

  it('takes both as they are anyway', async () => {
    const changes = ['agent.history=native', 'agent.thinking=thought'];
    const recipe = await readRecipe('tool-r1', '/', changes);
    assert.equal(trainingOf(recipe), recipe.training);
  });
});
