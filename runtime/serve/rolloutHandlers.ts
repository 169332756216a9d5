// Requests that start, stop and go on from rollouts, and that look into the namespace of one.
import path from 'node:path';
import type { AgentRuntime } from '../agentRuntime.ts';
import { filesOfTrajectory, followUpRequest, retryRequest } from '../branchRequest.ts';
import type { AgentSettings } from '../contract/recipe.ts';
import type { TrajectoryPlace } from '../contract/requests.ts';
import type { Trajectory } from '../contract/trajectory.ts';
import { rolloutRequest, type Names } from '../rolloutRequest.ts';
import { loadTrajectory } from '../store/loadTrajectory.ts';
import type { Params, RequestHandlers, Result } from './requestHandlers.ts';
import type { Rollouts } from './rollouts.ts';

export interface RolloutHandlerParts {
  readonly runtime: AgentRuntime;
  readonly rollouts: Rollouts;
  readonly names: Names;
}

type RolloutRequestName =
  'run-agent' | 'ask-follow-up' | 'retry-step' | 'stop-rollout' | 'read-table';

export function rolloutHandlers(
  parts: RolloutHandlerParts,
): Pick<RequestHandlers, RolloutRequestName> {
  return {
    'run-agent': (params) => runAgent(params, parts),
    'ask-follow-up': (params, signal) => askFollowUp(params, parts, signal),
    'retry-step': (params, signal) => retryStep(params, parts, signal),
    'stop-rollout': ({ trajectoryId }) =>
      Promise.resolve({ stopped: parts.rollouts.stop(trajectoryId) }),
    'read-table': (params, signal) => readTable(params, parts, signal),
  };
}

/** Answers once the rollout is under way. */
async function runAgent(
  params: Params<'run-agent'>,
  { rollouts, names }: RolloutHandlerParts,
): Promise<Result<'run-agent'>> {
  const { task, question, files, referenceAnswer, model, recipe, seed, workspace } = params;
  const { web, visionModel } = params;
  const request = await rolloutRequest(
    {
      task,
      question,
      files,
      referenceAnswer,
      model,
      recipe,
      changes: changesOf(params),
      seed,
      web,
      visionModel,
      file: null,
      folder: workspace,
    },
    names,
  );
  return rollouts.start(request);
}

async function askFollowUp(
  params: Params<'ask-follow-up'>,
  { rollouts, names }: RolloutHandlerParts,
  signal: AbortSignal,
): Promise<Result<'ask-follow-up'>> {
  const { from, question, files } = params;
  await rollouts.mustBeOver(from.trajectoryId);
  const wish = { ...(await wishOf(params, signal)), question, files };
  return rollouts.start(await followUpRequest(wish, names));
}

async function retryStep(
  params: Params<'retry-step'>,
  { rollouts, names }: RolloutHandlerParts,
  signal: AbortSignal,
): Promise<Result<'retry-step'>> {
  const { step, code } = params;
  const wish = { ...(await wishOf(params, signal)), step, code };
  return rollouts.start(await retryRequest(wish, names));
}

function readTable(
  { from, step, name, offset, limit }: Params<'read-table'>,
  { runtime }: RolloutHandlerParts,
  signal: AbortSignal,
): Promise<Result<'read-table'>> {
  const { trajectoryId } = from;
  const load = async () => {
    const trajectory = await parentOf(from, signal);
    return { trajectory, files: await filesOfTrajectory(trajectory.started) };
  };
  return runtime.readTable({ trajectoryId, step, name, offset, limit, load }, signal);
}

async function wishOf(params: Params<'ask-follow-up'> | Params<'retry-step'>, signal: AbortSignal) {
  const { from, model, recipe, seed, workspace, web, visionModel } = params;
  return {
    parent: await parentOf(from, signal),
    file: path.resolve(from.file),
    model,
    recipe,
    changes: changesOf(params),
    seed,
    web,
    visionModel,
    folder: workspace,
  };
}

function parentOf(
  { file, trajectoryId }: TrajectoryPlace,
  signal: AbortSignal,
): Promise<Trajectory> {
  return loadTrajectory(file, trajectoryId, signal);
}

function changesOf({ maxSteps }: { readonly maxSteps: number | null }): Partial<AgentSettings> {
  return maxSteps === null ? {} : { maxSteps };
}
