import assert from 'node:assert/strict';
import { trainingRecipes } from '../../../runtime/recipes/trainingRecipes.ts';

describe('trainingRecipes', () => {
  it('has those that train, in the order in which a person reads them, with a line each', async () => {
    const recipes = await trainingRecipes();
    const names = recipes.map(({ name }) => name);
    assert.equal(names[0], 'tool-r1');
    assert.ok(names.includes('vanilla-grpo'));
    assert.equal(new Set(names).size, names.length);
    for (const { name, description } of recipes) assert.match(description, /\S/, name);
  });
});
