// The recipes that are compared as they are, and what a model of a fifth of a million parameters forces to be changed in them.
// Group size, queue, filters, down-sampling, loss, clip, KL term, temperature and reward stay those of each recipe.

export const comparedRecipes = [
  'vanilla-grpo',
  'tool-r1',
  'tool-r1-corrected',
  'efficient',
] as const;
export type ComparedRecipe = (typeof comparedRecipes)[number];

/** Train steps of each run: with 16 groups a step and 72 tasks, four passes of plain GRPO. */
export const recipeSteps = 18;

/** What `vanilla-grpo` and `tool-r1` sample at; `efficient` samples at 1. */
export const coolTemperature = 0.6;

export interface RecipeChange {
  /** As `tool-r1 train --set` takes it. */
  readonly change: string;
  /** For a person, in a table. */
  readonly reason: string;
}

interface Comparison {
  /** Name of the recipe that is changed. */
  readonly builtIn: string;
  /** For a person, in a chart. */
  readonly title: string;
  /** Beside those of all. */
  readonly changes: readonly RecipeChange[];
}

const oneForm = 'the model knows this one form of the prompt';
const context = 'the model has 1,024 positions and was shown conversations of at most two steps';

/** The same for every recipe. */
export const changesOfAll: readonly RecipeChange[] = [
  { change: 'agent.promptStyle=bare', reason: oneForm },
  { change: 'agent.maxSteps=2', reason: context },
  { change: 'agent.maxSequenceTokens=640', reason: context },
  { change: 'agent.maxReplyTokens=96', reason: context },
  { change: 'agent.maxObservationCharacters=300', reason: context },
  { change: 'agent.maxUnparsedReplies=2', reason: 'as many as there are steps' },
  {
    change: 'optimiser.learningRate=0.001',
    reason: 'at the 1e-6 of a model of billions so small a one does not move',
  },
  { change: 'optimiser.epochs=1000', reason: 'the number of train steps ends each run' },
];

export const comparisonOf: Readonly<Record<ComparedRecipe, Comparison>> = {
  'vanilla-grpo': { builtIn: 'vanilla-grpo', title: 'vanilla-grpo', changes: [] },
  'tool-r1': { builtIn: 'tool-r1', title: 'tool-r1', changes: [] },
  'tool-r1-corrected': {
    builtIn: 'tool-r1',
    title: 'tool-r1, KL corrected',
    changes: [
      {
        change: 'optimiser.klEstimator=k3-corrected',
        reason: 'not forced: shows what the KL term does to cached trajectories',
      },
    ],
  },
  efficient: {
    builtIn: 'efficient',
    title: 'efficient',
    changes: [
      { change: 'reward.kind=binary-answer', reason: 'the tasks have answers, no true calls' },
      { change: 'agent.protocol=tool-r1', reason: 'the model and the tasks are of this protocol' },
      {
        change: 'optimiser.groupsPerStep=16',
        reason: '256 different tasks a step are more than there are; the others have 16',
      },
    ],
  },
};

/** All that is changed in one recipe, as `--set` takes it. */
export function settingChanges(recipe: ComparedRecipe): readonly string[] {
  return [...comparisonOf[recipe].changes, ...changesOfAll].map(({ change }) => change);
}

export function isComparedRecipe(name: string): name is ComparedRecipe {
  return comparedRecipes.some((recipe) => recipe === name);
}
