import assert from 'node:assert/strict';
import { resultFiles, type MeasuredRun } from '../../learning/results.ts';
import { isVariant, settingsOf, variants } from '../../learning/variants.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';

function run(over: Partial<MeasuredRun>, generatedTokens: number): MeasuredRun {
  const figures = Array.from({ length: 20 }, (_, place) => ({
    step: place + 1,
    reward: place < 10 ? 0.51234 : 1.2,
    passRate: place < 10 ? 0.1 : 0.75,
    generatedTokens,
    updatedTokens: 10,
    rolloutSeconds: 1,
    updateSeconds: 2,
    stepSeconds: 3,
  }));
  return { variant: 'vanilla', seed: 1, figures, heldOut: null, epochs: null, ...over };
}

describe('results of learning runs', () => {
  const files = resultFiles({
    start: { reward: 0.7, passRate: 0.3 },
    runs: [
      run({ epochs: { groups: 40, generatedTokens: 1000, updatedTokens: 500 } }, 100),
      run({ seed: 2 }, 100),
      run(
        {
          variant: 'queue',
          heldOut: { reward: 1.4321, passRate: 0.9 },
          epochs: { groups: 40, generatedTokens: 640, updatedTokens: 550 },
        },
        40,
      ),
    ],
  });

  it('hold a line a step for every run', () => {
    const lines = files.get('queue-seed1.jsonl')?.trim().split('\n') ?? [];
    assert.equal(lines.length, 20);
    assert.deepEqual(JSON.parse(lines[0] ?? ''), {
      step: 1,
      reward: 0.512,
      passRate: 0.1,
      generatedTokens: 40,
      updatedTokens: 10,
      rolloutSeconds: 1,
      updateSeconds: 2,
      stepSeconds: 3,
    });
  });

  it('compare the costs with those of GRPO alone', () => {
    const rows =
      files
        .get('table.md')
        ?.split('\n')
        .filter((row) => row.includes('queue')) ?? [];
    assert.deepEqual(rows, [
      '| queue (Tool-R1) | 1 | 0.512 | 1.200 | 1.432, 90.0 % | 800 (x0.40) | 200 (x1.00) | 20 (x1.00) | 40 (x1.00) |',
    ]);
  });

  it('compare the costs of the same epochs, of runs that got so far', () => {
    assert.deepEqual(files.get('epochs.md')?.trim().split('\n').slice(2), [
      '| GRPO alone | 1 | 40 (x1.00) | 1000 (x1.00) | 500 (x1.00) |',
      '| queue (Tool-R1) | 1 | 40 (x1.00) | 640 (x0.64) | 550 (x1.10) |',
    ]);
  });

  it('begin with the model at the start, and say what was not measured', () => {
    const rows = files.get('table.md')?.split('\n') ?? [];
    assert.match(rows[2] ?? '', /model at the start .*0\.700, 30\.0 %/);
    assert.match(rows[3] ?? '', /GRPO alone \| 1 .*not measured/);
  });

  it('draw the seeds of one variant, and the mean of each', () => {
    assert.match(files.get('learning.svg') ?? '', /seed 1<.*seed 2</s);
    const comparison = files.get('comparison.svg') ?? '';
    assert.match(comparison, /GRPO alone<.*queue \(Tool-R1\), 1 seed</s);
    assert.doesNotMatch(comparison, /filter only/);
  });
});

describe('variants', () => {
  for (const variant of variants) {
    it(`${variant} changes only what the recipe of the runs knows`, async () => {
      const recipe = await readRecipe(
        'test/learning/learning.json',
        '.',
        settingsOf[variant].changes,
      );
      const { queue, streakFilter, downSampling } = recipe.training!;
      assert.deepEqual(
        [queue.enabled, streakFilter.enabled, downSampling.enabled],
        [
          variant.startsWith('queue'),
          /filter|both/.test(variant),
          /downSampling|both/.test(variant),
        ],
      );
    });
  }

  it('are known by name', () => {
    assert.ok(isVariant('both'));
    assert.ok(!isVariant('toString'));
  });
});
