import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import type { TaskSample } from '../../../runtime/contract/training/taskSample.ts';
import toolR1 from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import {
  countSamples,
  missingSamples,
  settingsHash,
  taskHash,
} from '../../../runtime/training/taskSampling.ts';
import { at, makeTask } from '../../fakes/records.ts';

const task = makeTask({ id: 'a', question: 'A?', files: ['a.csv'], referenceAnswer: '1' });
const other = makeTask({ id: 'b', question: 'B?', referenceAnswer: '2' });

function sample(
  index: number,
  correctness: number | null,
  over: Partial<TaskSample> = {},
): TaskSample {
  return {
    version: 1,
    taskId: 'a',
    taskHash: taskHash(task),
    settingsHash: '0'.repeat(64),
    model: 'fake',
    recipe: 'tool-r1',
    index,
    seed: 1,
    at,
    correctness,
    stopReason: 'final-answer',
    cause: correctness === null ? 'the judge said nothing' : null,
    milliseconds: 1,
    ...over,
  };
}

describe('taskHash', () => {
  it('follows what is asked and nothing else', () => {
    assert.equal(taskHash({ ...task, id: 'x', level: 3, metadata: { a: 1 } }), taskHash(task));
    for (const change of [{ question: 'B?' }, { files: [] }, { referenceAnswer: '2' }]) {
      assert.notEqual(taskHash({ ...task, ...change }), taskHash(task));
    }
  });
});

describe('settingsHash', () => {
  const recipe = Recipe.parse(toolR1);
  const settings = { model: 'fake', recipe, seed: 0 };
  const hash = settingsHash(settings);
  const { training } = recipe;
  assert.ok(training !== undefined);

  it('follows the model, the seed, what a rollout is and how it is judged', () => {
    const changed = [
      { ...settings, model: 'other' },
      { ...settings, seed: 1 },
      { ...settings, recipe: { ...recipe, agent: { ...recipe.agent, temperature: 1 } } },
      { ...settings, recipe: { ...recipe, training: { ...training, judge: 'llm' } } },
      { ...settings, recipe: { ...recipe, training: { ...training, judgeModel: 'x' } } },
    ];
    assert.equal(new Set([hash, ...changed.map(settingsHash)]).size, changed.length + 1);
  });

  it('does not follow what comes after the rollout', () => {
    const optimiser = { ...training.optimiser, learningRate: 1 };
    const rest = {
      ...recipe,
      name: 'other',
      training: { ...training, optimiser, passScore: 0.5 as const },
    };
    assert.equal(settingsHash({ ...settings, recipe: rest }), hash);
  });
});

describe('missingSamples', () => {
  const of = (known: readonly TaskSample[], samples = 3, seed = 0) =>
    missingSamples([task, other], known, { samples, seed });
  const places = (known: readonly TaskSample[], samples = 3) =>
    of(known, samples).map((wish) => `${wish.task.id}${wish.index}`);

  it('asks for every sample of every task, task by task', () => {
    assert.deepEqual(places([]), ['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
  });

  it('asks for none that is there, and again for those that nobody could score', () => {
    assert.deepEqual(places([sample(1, 0), sample(2, null)]), ['a0', 'a2', 'b0', 'b1', 'b2']);
    assert.deepEqual(places([sample(1, null), sample(1, 1)], 2), ['a0', 'b0', 'b1']);
  });

  it('asks again for a task that was changed', () => {
    const old = [0, 1, 2].map((index) => sample(index, 1, { taskHash: taskHash(other) }));
    assert.deepEqual(places(old), ['a0', 'a1', 'a2']);
  });

  it('gives each sample a seed of its own, which asking for more does not change', () => {
    const [few, many] = [of([], 2), of([], 5)];
    assert.equal(new Set(many.map(({ seed }) => seed)).size, 10);
    assert.deepEqual(few[1]?.seed, many[1]?.seed);
    assert.ok(many.every(({ seed }) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 28));
    assert.notEqual(of([], 1, 1)[0]?.seed, of([], 1, 0)[0]?.seed);
  });
});

describe('countSamples', () => {
  const of = (known: readonly TaskSample[], passScore = 1, samples = 10) =>
    countSamples(task, known, { samples, passScore });

  it('counts passes by the score that the recipe asks for', () => {
    const known = [sample(0, 1), sample(1, 0.5), sample(2, 0)];
    assert.deepEqual(of(known), { passes: 1, samples: 3, unscored: 0 });
    assert.deepEqual(of(known, 0.5), { passes: 2, samples: 3, unscored: 0 });
  });

  it('counts a sample once, scored where it ever was', () => {
    assert.deepEqual(of([sample(0, null), sample(0, 1)]), { passes: 1, samples: 1, unscored: 0 });
    assert.deepEqual(of([sample(0, 1), sample(0, null)]), { passes: 1, samples: 1, unscored: 0 });
    assert.deepEqual(of([sample(0, 1), sample(0, 0)]), { passes: 1, samples: 1, unscored: 0 });
    assert.deepEqual(of([sample(0, null), sample(0, null)]), {
      passes: 0,
      samples: 0,
      unscored: 1,
    });
  });

  it('leaves out other tasks, and more samples than were asked for', () => {
    const known = [sample(0, 1), sample(5, 1), sample(1, 1, { taskHash: taskHash(other) })];
    assert.deepEqual(of(known, 1, 5), { passes: 1, samples: 1, unscored: 0 });
  });

  it('agrees with what is missing, whatever was written in whatever order', () => {
    const written = fc.array(
      fc.record({ index: fc.nat(5), score: fc.constantFrom(0, 0.5, 1, null) }),
    );
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 6 }), (records, samples) => {
        const known = records.map(({ index, score }) => sample(index, score));
        const missing = missingSamples([task], known, { samples, seed: 0 }).length;
        const counted = countSamples(task, known, { samples, passScore: 1 });
        assert.equal(counted.samples + missing, samples);
        assert.ok(counted.passes <= counted.samples && counted.unscored <= missing);
      }),
    );
  });
});
