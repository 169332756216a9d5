// What the four papers, their code and our decisions say, value by value; the recipes must say the same.
import assert from 'node:assert/strict';
import { ablations } from '../../../runtime/recipes/ablations.ts';
import { builtInRecipes } from '../../../runtime/recipes/builtInRecipes.ts';
import { readRecipe, readRecipeWithSources } from '../../../runtime/recipes/readRecipe.ts';
import { settingLeaves } from '../../../runtime/recipes/recipeReading.ts';
import { settingUnits } from '../../../runtime/recipes/settingUnits.ts';
import { trainingOf } from '../../../runtime/recipes/trainingOf.ts';
import { leavesOf, valueAt } from '../../../runtime/recipes/settingTree.ts';

const folder = import.meta.dirname;

/** Values of the papers by path. */
const stated: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tool-r1-paper': {
    'agent.protocol': 'tool-r1',
    'agent.maxSteps': 10,
    'agent.maxSequenceTokens': 2048,
    'agent.temperature': 0.6,
    'reward.weights.answer': 1,
    'reward.weights.parse': 0.3,
    'reward.weights.exec': 0.3,
    'training.model': 'Qwen/Qwen2.5-7B-Instruct',
    'training.difficultyFilter.enabled': true,
    'training.difficultyFilter.samples': 10,
    'training.difficultyFilter.window.low': 0.2,
    'training.difficultyFilter.window.high': 0.8,
    'training.queue.enabled': true,
    'training.queue.groupSize': 16,
    'training.queue.freshPerVisit': 8,
    'training.queue.window.low': 0.2,
    'training.queue.window.high': 0.8,
    'training.queue.resample': true,
    'training.optimiser.learningRate': 1e-6,
    'training.optimiser.groupsPerStep': 256 / 16,
    'training.optimiser.epochs': 2,
    'training.optimiser.loss': 'grpo',
    'training.optimiser.klCoefficient': 0.001,
    'training.judge': 'llm',
  },
  'tool-r1-paper-14b': { 'training.model': 'Qwen/Qwen2.5-14B-Instruct' },
  toolrl: {
    'agent.protocol': 'toolrl',
    'training.model': 'Qwen/Qwen2.5-3B-Instruct',
  },
  'artist-math': {
    'agent.protocol': 'artist-math',
    'agent.temperature': 1,
    'agent.maxSequenceTokens': 8000,
    'training.queue.groupSize': 6,
    'training.optimiser.learningRate': 1e-6,
    'training.optimiser.adamBetas': [0.9, 0.99],
    'training.optimiser.weightDecay': 0.01,
    'training.optimiser.groupsPerStep': 8,
    'training.optimiser.maxSteps': 100,
  },
  'artist-tools': {
    'agent.protocol': 'artist-tools',
    'agent.temperature': 0.9,
    'agent.maxSequenceTokens': 16384,
    'agent.maxReplyTokens': 2048,
    'training.queue.groupSize': 8,
    'training.optimiser.learningRate': 1e-6,
    'training.optimiser.adamBetas': [0.9, 0.99],
    'training.optimiser.weightDecay': 0.01,
    'training.optimiser.warmupSteps': 20,
    'training.optimiser.schedule': 'constant',
    'training.optimiser.groupsPerStep': (8 * 3 * 4) / 8,
  },
  efficient: {
    'agent.temperature': 1,
    'reward.kind': 'exact-set',
    'reward.needsFormat': false,
    'training.model': 'Qwen/Qwen3-4B',
    'training.streakFilter.enabled': true,
    'training.queue.groupSize': 16,
    'training.downSampling.enabled': true,
    'training.downSampling.rule': 'max-variance',
    'training.optimiser.learningRate': 1e-6,
    'training.optimiser.groupsPerStep': 256,
    'training.optimiser.epochs': 4,
    'training.optimiser.clipLow': 0.2,
    'training.optimiser.clipHigh': 0.28,
    'training.optimiser.klCoefficient': 0,
    'training.optimiser.entropyCoefficient': 0,
  },
  'vanilla-grpo': {
    'reward.weights.parse': 0,
    'reward.weights.exec': 0,
    'training.difficultyFilter.enabled': false,
    'training.queue.enabled': false,
  },
};

/** Values that ToolRL's launch scripts and its trainer's configuration set. */
const inCode: Readonly<Record<string, unknown>> = {
  'agent.temperature': 1,
  'agent.topP': 1,
  'agent.maxSequenceTokens': 2048 + 1024,
  'agent.maxReplyTokens': 1024,
  'reward.detail': 'values',
  'reward.exactLists': false,
  'reward.matching': 'greedy',
  'reward.correctnessRange': 3,
  'reward.scale': 'fixed',
  'reward.length': 'none',
  'training.queue.groupSize': 4,
  'training.advantage.epsilon': 1e-6,
  'training.optimiser.learningRate': 1e-6,
  'training.optimiser.groupsPerStep': 128,
  'training.optimiser.epochs': 15,
  'training.optimiser.maxSteps': 104 * 4,
  'training.optimiser.updatesPerBatch': 1,
  'training.optimiser.clipLow': 0.2,
  'training.optimiser.clipHigh': 0.2,
  'training.optimiser.klCoefficient': 0.001,
  'training.optimiser.entropyCoefficient': 0.001,
  'training.optimiser.gradientClip': 1,
  'training.optimiser.warmupSteps': 0,
  'training.optimiser.schedule': 'constant',
};

/** What we decided where the papers are silent. */
const decided: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tool-r1': {
    'agent.maxSequenceTokens': 8192,
    'training.queue.archiveGroups': 4,
    'training.queue.maxStalenessSteps': 128,
    'training.optimiser.klEstimator': 'k3',
    'training.optimiser.staleRatio': 'behaviour',
    'training.passScore': 1,
    'training.rolloutTimeoutMilliseconds': 30 * 60_000,
    'training.requestTimeoutMilliseconds': 15 * 60_000,
  },
  'artist-math': {
    'reward.answer': 2,
    'reward.formatRelaxed': 0.5,
    'reward.formatStrict': 0.5,
    'reward.tool': 0.5,
  },
  'artist-tools': { 'reward.state': 0.5, 'reward.function': 0.5, 'reward.stateOf': 'all' },
  efficient: {
    'training.streakFilter.allCorrectEpochs': 1,
    'training.streakFilter.probePeriodEpochs': 2,
    'training.streakFilter.probeShare': 0.25,
    'training.downSampling.advantageOver': 'all',
    'training.advantage.zeroVarianceOn': 'correctness',
  },
};

describe('built-in recipes', () => {
  for (const name of builtInRecipes.keys()) {
    describe(name, () => {
      it('reads under its own name and trains', async () => {
        const recipe = await readRecipe(name, folder);
        assert.equal(recipe.name, name);
        assert.ok(trainingOf(recipe).queue.groupSize >= 2);
      });

      it('says of every value where it comes from', async () => {
        const { recipe, sources } = await readRecipeWithSources(name, folder);
        const leaves = settingLeaves(recipe).map(([path]) => path);
        assert.ok(leaves.length >= 60);
        assert.deepEqual(
          leaves.filter((path) => !sources.has(path)),
          [],
        );
      });

      it('has a unit for every number that is not a share or a weight', async () => {
        const { recipe } = await readRecipeWithSources(name, folder);
        const counts = settingLeaves(recipe).filter(
          ([path, value]) =>
            typeof value === 'number' &&
            /(Steps|Tokens|Bytes|Epochs|epochs|Milliseconds|Size|samples)$/.test(path),
        );
        assert.ok(counts.length >= 10);
        for (const [path] of counts) assert.ok(path in settingUnits, path);
      });
    });
  }

  for (const [name, values] of Object.entries(stated)) {
    it(`${name} has the values of its paper, and says so`, () =>
      assertValues(name, values, 'paper'));
  }

  it('toolrl has the values of its code, and says so', () =>
    assertValues('toolrl', inCode, 'code'));

  for (const [name, values] of Object.entries(decided)) {
    it(`${name} has the values that we decided, and says so`, () =>
      assertValues(name, values, 'ours'));
  }

  async function assertValues(
    name: string,
    values: Readonly<Record<string, unknown>>,
    source: string,
  ): Promise<void> {
    const { recipe, sources } = await readRecipeWithSources(name, folder);
    for (const [path, value] of Object.entries(values)) {
      assert.deepEqual(valueAt(recipe, path.split('.')), value, path);
      assert.equal(sources.get(path), source, path);
    }
  }

  it('has units for settings that there are', async () => {
    const lora = 'lora={"rank":8,"alpha":16,"dropout":0,"targets":"all-linear"}';
    const { recipe } = await readRecipeWithSources('tool-r1', folder, [lora]);
    const paths = new Set(settingLeaves(recipe).map(([path]) => path));
    assert.deepEqual(
      Object.keys(settingUnits).filter((path) => !paths.has(path)),
      [],
    );
  });
});

describe('ablations', () => {
  /** What differs between two recipes, by path. */
  async function difference(
    name: string,
    changes: readonly string[],
  ): Promise<Record<string, unknown>> {
    const [whole, changed] = await Promise.all([
      readRecipe(name, folder),
      readRecipe(name, folder, changes),
    ]);
    const before = new Map(leavesOf(whole));
    return Object.fromEntries(
      leavesOf(changed).filter(
        ([path, value]) => before.get(path) !== value && !Array.isArray(value),
      ),
    );
  }

  for (const { recipe, table, row, changes } of ablations) {
    it(`${table}: ${row} changes exactly what it names`, async () => {
      const differs = Object.keys(await difference(recipe, changes));
      assert.equal(differs.length, changes.length, differs.join(', '));
    });
  }

  it('has the five trained rows of Tool-R1 and the four of the two ingredients', () => {
    const rowsOf = (name: string) => ablations.filter(({ recipe }) => recipe === name).length;
    assert.deepEqual(['tool-r1-paper', 'efficient', 'toolrl'].map(rowsOf), [5, 4, 9]);
  });

  it('switches one ingredient more in each row of Tool-R1', async () => {
    const rows = ablations.filter(({ recipe }) => recipe === 'tool-r1-paper');
    const switches = await Promise.all(
      rows.map(async ({ recipe, changes }) => {
        const { training, reward } = await readRecipe(recipe, folder, changes);
        assert.ok(training !== undefined && reward.kind === 'tool-r1');
        return [
          training.difficultyFilter.enabled,
          reward.weights.parse > 0 && reward.weights.exec > 0,
          training.queue.enabled,
          training.queue.enabled && training.queue.resample,
        ];
      }),
    );
    assert.deepEqual(switches, [
      [false, false, false, false],
      [true, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ]);
  });
});
