import assert from 'node:assert/strict';
import { Id } from '../../../runtime/contract/ids.ts';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import { Task } from '../../../runtime/contract/task.ts';
import toolR1 from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };

describe('Task', () => {
  it('needs a version, an id and a question only', () => {
    assert.deepEqual(Task.parse({ version: 1, id: 'a', question: 'q' }), {
      version: 1,
      id: 'a',
      question: 'q',
      files: [],
      referenceAnswer: null,
      level: null,
      source: null,
      metadata: {},
    });
  });
  for (const [why, task] of Object.entries({
    'an empty question': { version: 1, id: 'a', question: '' },
    'level 4': { version: 1, id: 'a', question: 'q', level: 4 },
    'a number as reference answer': { version: 1, id: 'a', question: 'q', referenceAnswer: 3 },
    'no version': { id: 'a', question: 'q' },
  })) {
    it(`refuses ${why}`, () => assert.ok(!Task.safeParse(task).success));
  }
});

describe('Id', () => {
  for (const good of ['a', 'sample-01', '2026-05-04T09.30', 'A_b.c-9']) {
    it(`accepts ${good}`, () => assert.ok(Id.safeParse(good).success));
  }
  for (const bad of ['', '.hidden', '-flag', 'a/b', 'a\\b', 'a b', 'ä', 'a\n', 'x'.repeat(129)]) {
    it(`refuses ${JSON.stringify(bad).slice(0, 20)}`, () => assert.ok(!Id.safeParse(bad).success));
  }
});

describe('the recipe tool-r1', () => {
  const recipe = Recipe.parse(toolR1);
  it('weighs answer, parse and exec as the paper does', () => {
    assert.deepEqual(recipe.reward, {
      kind: 'tool-r1',
      weights: { answer: 1, parse: 0.3, exec: 0.3 },
    });
  });
  it('allows ten steps', () => assert.equal(recipe.agent.maxSteps, 10));
  for (const module of [
    'os',
    'sys',
    'subprocess',
    'socket',
    'ctypes',
    'js',
    'pyodide',
    'importlib',
    'pickle',
    'inspect',
    'gc',
  ]) {
    it(`does not allow import of ${module}`, () => {
      assert.ok(!recipe.sandbox.allowedImports.some((name) => name.replace('.*', '') === module));
    });
  }
});
