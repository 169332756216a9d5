// The recipes that are compared as they are, and what a model of a fifth of a million parameters forces to be changed in them.
// Group size, queue, filters, down-sampling, loss, clip, KL term, temperature and reward stay those of each recipe.

export const comparedRecipes = ['vanilla-grpo', 'tool-r1', 'efficient'] as const;
export type ComparedRecipe = (typeof comparedRecipes)[number];

/** Train steps of each run: with 16 groups a step and 72 tasks, four passes of plain GRPO. */
export const recipeSteps = 18;

export interface ForcedChange {
  /** As `tool-r1 train --set` takes it. */
  readonly change: string;
  /** For a person, in a table. */
  readonly reason: string;
}

/** A colour of its own in a chart has each, so that they are told apart by name too. */
export const titleOf: Readonly<Record<ComparedRecipe, string>> = {
  'vanilla-grpo': 'vanilla-grpo',
  'tool-r1': 'tool-r1 (queue)',
  efficient: 'efficient (filter, half)',
};

const oneForm = 'the model knows this one form of the prompt';
const context = 'the model has 1,024 positions and was shown conversations of at most two steps';

/** The same for all three. */
export const forcedOnAll: readonly ForcedChange[] = [
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

const forcedOnOne: Readonly<Record<ComparedRecipe, readonly ForcedChange[]>> = {
  'vanilla-grpo': [],
  'tool-r1': [],
  efficient: [
    { change: 'reward.kind=binary-answer', reason: 'the tasks have answers, no true calls' },
    { change: 'agent.protocol=tool-r1', reason: 'the model and the tasks are of this protocol' },
    {
      change: 'optimiser.groupsPerStep=16',
      reason: '256 different tasks a step are more than there are; the others have 16',
    },
  ],
};

/** All that is changed in one recipe. Its `reward.kind` comes before the protocol that it has to fit. */
export function forcedChanges(recipe: ComparedRecipe): readonly ForcedChange[] {
  return [...forcedOnOne[recipe], ...forcedOnAll];
}

export function forcedOnlyOn(recipe: ComparedRecipe): readonly ForcedChange[] {
  return forcedOnOne[recipe];
}

export function isComparedRecipe(name: string): name is ComparedRecipe {
  return comparedRecipes.some((recipe) => recipe === name);
}
