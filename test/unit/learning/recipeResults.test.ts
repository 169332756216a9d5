import assert from 'node:assert/strict';
import { recipeFiles } from '../../learning/recipeResults.ts';
import type { RecipeRun } from '../../learning/recipeRun.ts';
import type { StepFigures } from '../../learning/runFigures.ts';

function steps(generatedTokens: number, updatedTokens: number): readonly StepFigures[] {
  return Array.from({ length: 10 }, (_, place) => ({
    step: place + 1,
    reward: 1,
    passRate: 0.5,
    generatedTokens,
    updatedTokens,
    rolloutSeconds: 2,
    updateSeconds: 1,
    stepSeconds: 4,
  }));
}

function run(recipe: RecipeRun['recipe'], seed: number, tokens: number): RecipeRun {
  const heldOut = { reward: 1.4 + seed / 100, passRate: 0.9 };
  const figures = steps(tokens, tokens * 2);
  const counts = { groups: 160, rollouts: 2560, refillTokens: tokens };
  const trained = { heldOut, cool: { reward: 1.5, passRate: 0.95 } };
  return { recipe, seed, figures, ...counts, trained };
}

const runs = [
  run('vanilla-grpo', 1, 100),
  run('vanilla-grpo', 2, 300),
  run('tool-r1', 1, 50),
  run('tool-r1', 2, 150),
  run('efficient', 1, 90),
];
const filters = [
  { recipe: 'tool-r1' as const, figures: steps(20, 0), groups: 72, rollouts: 720, kept: 55 },
];

describe('results of recipes', () => {
  const start = { heldOut: { reward: 0.8, passRate: 0.4 }, cool: null };
  const files = recipeFiles({ start, filters, runs });
  const lines = (name: string): readonly string[] => files.get(name)?.trim().split('\n') ?? [];

  it('hold a line a step for every run', () => {
    assert.equal(lines('tool-r1-seed2.jsonl').length, 10);
    assert.match(lines('tool-r1-seed2.jsonl')[0] ?? '', /"generatedTokens":150/);
  });

  it('compare each run with plain GRPO of its own seed', () => {
    assert.deepEqual(
      lines('table.md').find((line) => line.startsWith('| tool-r1 | 2')),
      '| tool-r1 | 2 | 160 | 2560 | 1500 (x0.50) | 150 | 3000 (x0.50) | 40 (x1.00) | 20 (x1.00) | 10 (x1.00) | 1.420, 90.0 % | 1.500, 95.0 % |',
    );
  });

  it('name the model at the start and what the filter took', () => {
    assert.match(
      lines('table.md')[2] ?? '',
      /model at the start .* 0\.800, 40\.0 % \|\s+not measured \|$/,
    );
    assert.match(lines('table.md')[3] ?? '', /filter of tool-r1, once: 55 of 72 tasks kept/);
    assert.match(lines('table.md')[3] ?? '', /\| 72 \| 720 \| 200 \|\s+\| none \| 40 \| 20 \|/);
  });

  it('sum over the seeds, the filter paid for by each', () => {
    const row = lines('ratios.md').find((line) => line.startsWith('| tool-r1')) ?? '';
    assert.match(
      row,
      /^\| tool-r1 \| 2 \| x0\.50 \| x0\.45 \| x0\.60 \| x0\.50 \| x1\.00 \| x2\.00 \|/,
    );
    assert.match(row, /1\.415, 90\.0 % \| 1\.500, 95\.0 % \| 0\.537 of the hours/);
  });

  it('compare a recipe only with the seeds it was run with', () => {
    const row = lines('ratios.md').find((line) => line.startsWith('| efficient')) ?? '';
    assert.match(row, /^\| efficient \| 1 \| x0\.90 \| x0\.81 \|\s+\| x0\.90 \|/);
  });

  it('say so when a model was not measured, and refuse to compare with nothing', () => {
    const nothing = { heldOut: null, cool: null };
    const unmeasured = runs.map((one) => ({ ...one, trained: nothing }));
    const told = recipeFiles({ start: nothing, filters, runs: unmeasured }).get('ratios.md') ?? '';
    assert.match(told, /efficient .*not measured/);
    const alone = runs.filter(({ recipe }) => recipe !== 'vanilla-grpo');
    assert.throws(() => recipeFiles({ start, filters, runs: alone }), /not run with seed 1/);
  });

  it('draw one line a recipe', () => {
    assert.match(files.get('recipes.svg') ?? '', /vanilla-grpo<.*tool-r1<.*efficient/s);
  });
});
