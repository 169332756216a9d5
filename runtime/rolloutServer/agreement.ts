// Whether trainer and server mean the same: one that updates on other rows, or at another temperature, would learn something else.
// Pure.
import type { AgentSettings } from '../contract/recipe.ts';
import {
  protocolVersion,
  type BatchRequest,
  type Hello,
} from '../contract/training/rolloutServer.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';

type Pair = readonly [name: string, said: number, own: number];

/** The first difference in one line; null when there is none. */
export function helloProblem(
  hello: Hello,
  agent: AgentSettings,
  training: TrainingSettings,
): string | null {
  return difference([
    ['protocol', hello.protocol, protocolVersion],
    ['updateSize', hello.updateSize, updateSize(training)],
    ['groupsPerStep', hello.groupsPerStep, training.optimiser.groupsPerStep],
    ['temperature', hello.temperature, agent.temperature],
    ['maxSequenceTokens', hello.maxSequenceTokens, agent.maxSequenceTokens],
  ]);
}

/** The same for the sizes of a batch. */
export function batchProblem(request: BatchRequest, training: TrainingSettings): string | null {
  return difference([
    ['groups', request.groups, training.optimiser.groupsPerStep],
    ['updateSize', request.updateSize, updateSize(training)],
  ]);
}

/** m: rows of a group that are updated on. */
export function updateSize({ queue, downSampling }: TrainingSettings): number {
  return downSampling.enabled ? downSampling.keep : queue.groupSize;
}

function difference(pairs: readonly Pair[]): string | null {
  const different = pairs.find(([, said, own]) => said !== own);
  if (different === undefined) return null;
  const [name, said, own] = different;
  return `The trainer has ${name} ${said}, and the run ${own}. Both read it from run.json; start both again.`;
}
