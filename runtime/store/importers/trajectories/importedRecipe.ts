// The recipe of trajectories that another program made. It says that nothing is known of how they were made, and its reward is
// what the source gave.
import type { Recipe } from '../../../contract/recipe.ts';

export const importedRecipeName = 'imported';

/** Limits are the widest there are, because those of the source are not known; nothing is run by them. */
export const importedRecipe: Recipe = {
  version: 1,
  name: importedRecipeName,
  description:
    'Made by another program and imported. Scores are those of its file; nothing was scored again.',
  agent: {
    protocol: 'tool-r1',
    maxSteps: 100,
    maxSequenceTokens: Number.MAX_SAFE_INTEGER,
    maxReplyTokens: Number.MAX_SAFE_INTEGER,
    temperature: 1,
    topP: 1,
    stepTimeoutMilliseconds: Number.MAX_SAFE_INTEGER,
    maxObservationCharacters: Number.MAX_SAFE_INTEGER,
    maxUnparsedReplies: Number.MAX_SAFE_INTEGER,
  },
  sandbox: {
    allowedImports: [],
    maxMemoryBytes: Number.MAX_SAFE_INTEGER,
    maxFileBytes: Number.MAX_SAFE_INTEGER,
    maxOutputFiles: 0,
    maxToolCallsPerStep: Number.MAX_SAFE_INTEGER,
  },
  reward: { kind: 'binary-answer' },
  notes: {
    agent:
      'The source does not say with which limits and settings it sampled; these are not those.',
    reward:
      'The parts are the scores of the source, by its names. Only what it trained or ranked by has weight.',
  },
};
