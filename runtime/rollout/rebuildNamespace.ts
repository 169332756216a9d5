// Runs the recorded code of a trajectory again, up to a step, to get its namespace back. Nothing is recorded of it.
import type { Trajectory } from '../contract/trajectory.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { CallTool, Episode, Sandbox } from '../sandbox/sandbox.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import { carriedSteps } from './branch.ts';

export interface NamespaceWish {
  readonly trajectory: Trajectory;
  /** The last step that is run. */
  readonly step: number;
  readonly files: ChosenFiles;
}

export interface NamespaceServices {
  readonly acquire: (episode: Episode, signal: AbortSignal) => Promise<Sandbox>;
  readonly tools: readonly ToolSignature[];
  readonly callTool: CallTool;
}

/**
 * The caller keeps or releases the sandbox.
 * @throws the abort reason of the signal, or FailureError at boundary `sandbox`
 */
export async function rebuildNamespace(
  wish: NamespaceWish,
  services: NamespaceServices,
  signal: AbortSignal,
): Promise<Sandbox> {
  const { seed, recipe } = wish.trajectory.started;
  const { acquire, tools, callTool } = services;
  const episode = { seed, tools, files: wish.files, settings: recipe.sandbox, callTool };
  const sandbox = await acquire({ ...episode, quarantine: null }, signal);
  try {
    await runRecorded(wish, sandbox, signal);
    return sandbox;
  } catch (error) {
    await sandbox.release();
    throw error;
  }
}

async function runRecorded(
  { trajectory, step: last }: NamespaceWish,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<void> {
  const { agent } = trajectory.started.recipe;
  for (const { step, runAgain } of carriedSteps(trajectory, last, false)) {
    if (!runAgain || step.code === null) continue;
    await sandbox.run(step.code, {
      timeoutMilliseconds: agent.stepTimeoutMilliseconds,
      maxOutputCharacters: agent.maxObservationCharacters,
      signal,
      step: step.index,
    });
    signal.throwIfAborted();
  }
}
