import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('readRecipe', () => {
  const inFolder = temporaryFolder();

  it('knows tool-r1, with the weights of the paper', async () => {
    const recipe = await readRecipe('tool-r1', inFolder());
    assert.equal(recipe.name, 'tool-r1');
    assert.deepEqual(recipe.reward, {
      kind: 'tool-r1',
      weights: { answer: 1, parse: 0.3, exec: 0.3 },
    });
    assert.equal(recipe.agent.maxSteps, 10);
  });

  it('reads a file, from the folder where the person is', async () => {
    const own = { ...(await readRecipe('tool-r1', inFolder())), name: 'mine' };
    await writeFile(inFolder('mine.json'), JSON.stringify(own));
    assert.equal((await readRecipe('mine.json', inFolder())).name, 'mine');
  });

  const wrong: [string, string, RegExp][] = [
    ['no JSON', 'name: mine', /mine\.json is not a recipe: not JSON/],
    ['another shape', '{"version":1,"name":"mine"}', /is not a recipe: description: /],
    ['a setting out of range', '', /is not a recipe: agent\.maxSteps: /],
  ];
  for (const [name, content, message] of wrong) {
    it(`says what is wrong with ${name}`, async () => {
      const recipe = await readRecipe('tool-r1', inFolder());
      const endless = JSON.stringify({ ...recipe, agent: { ...recipe.agent, maxSteps: 0 } });
      await writeFile(inFolder('mine.json'), content === '' ? endless : content);
      await assert.rejects(readRecipe('mine.json', inFolder()), (error) => {
        assert.ok(error instanceof HumanError);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('names what there is when there is no such recipe', async () => {
    await assert.rejects(readRecipe('grpo', inFolder()), {
      message: /There is no recipe grpo \(no such file\)\. Use tool-r1, or the path/,
    });
  });
});
