import assert from 'node:assert/strict';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { isTree, leavesOf, type SettingTree } from '../../../runtime/recipes/settingTree.ts';
import { changeTable } from '../../learning/changeTable.ts';
import {
  comparedRecipes,
  changesOfAll,
  comparisonOf,
  settingChanges,
  isComparedRecipe,
} from '../../learning/comparedRecipes.ts';

function leaves(value: unknown): ReadonlyMap<string, string> {
  assert.ok(isTree(value));
  const tree: SettingTree = value;
  return new Map(leavesOf(tree).map(([path, leaf]) => [path, JSON.stringify(leaf)]));
}

describe('compared recipes', () => {
  for (const name of comparedRecipes) {
    it(`${name} differs from the built-in one in what is listed, and in nothing else`, async () => {
      const changes = settingChanges(name);
      const { builtIn } = comparisonOf[name];
      const [before, after] = await Promise.all([
        readRecipe(builtIn, '.'),
        readRecipe(builtIn, '.', changes),
      ]);
      const [old, changed] = [leaves(before), leaves(after)];
      const differing = [...changed].filter(([path, value]) => old.get(path) !== value);
      for (const [path] of differing) {
        assert.ok(
          changes.some((change) => path.endsWith(change.slice(0, change.indexOf('=')))),
          `${path} is not listed`,
        );
      }
    });
  }

  it('keep what they are compared for', async () => {
    const read = async (name: (typeof comparedRecipes)[number]) => {
      const { builtIn } = comparisonOf[name];
      const { training } = await readRecipe(builtIn, '.', settingChanges(name));
      assert.ok(training !== undefined);
      const { queue, difficultyFilter, streakFilter, downSampling, optimiser } = training;
      const switches = [queue, difficultyFilter, streakFilter, downSampling];
      return [queue.groupSize, optimiser.groupsPerStep, ...switches.map((one) => one.enabled)];
    };
    assert.deepEqual(await read('vanilla-grpo'), [16, 16, false, false, false, false]);
    assert.deepEqual(await read('tool-r1'), [16, 16, true, true, false, false]);
    assert.deepEqual(await read('tool-r1-corrected'), await read('tool-r1'));
    assert.deepEqual(await read('efficient'), [16, 16, false, false, true, true]);
  });

  it('are known by name', () => {
    assert.ok(isComparedRecipe('efficient'));
    assert.ok(!isComparedRecipe('toolrl'));
  });

  it('are listed with each change and its reason', () => {
    const rows = changeTable().trim().split('\n').slice(2);
    assert.ok(rows.some((row) => /^\| all \| `agent\.maxSteps=2` \| .+ \|$/.test(row)));
    assert.ok(rows.some((row) => row.startsWith('| efficient | `reward.kind=binary-answer` | ')));
    const listed = comparedRecipes.flatMap((name) => comparisonOf[name].changes);
    assert.equal(rows.length, listed.length + changesOfAll.length);
  });
});
