// The sandbox of a rollout: that of the question before where it was kept, else a clean one; and where it goes afterwards.
import type { ToolSignature } from '../contract/tool.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { Branch } from '../contract/trajectory.ts';
import type { CallTool, Sandbox, SandboxPool } from '../sandbox/sandbox.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import type { KeptEpisodes } from './keptEpisodes.ts';

export interface SandboxWish {
  readonly trajectoryId: string;
  readonly branch: Branch | null;
  readonly files: ChosenFiles;
  readonly recipe: Pick<Recipe, 'sandbox'>;
  readonly seed: number;
  readonly quarantine: string | null;
  readonly signal: AbortSignal;
}

export interface SandboxLenders {
  readonly pool: Pick<SandboxPool, 'acquire'>;
  readonly kept: KeptEpisodes | null;
  readonly tools: readonly ToolSignature[];
  readonly callTool: CallTool;
}

export interface Borrowed {
  readonly sandbox: Sandbox;
  /** True when it holds what the steps before have left. */
  readonly hasNamespace: boolean;
}

/** @throws FailureError at boundary `sandbox`, or an AbortError */
export async function borrowSandbox(wish: SandboxWish, lenders: SandboxLenders): Promise<Borrowed> {
  const kept = await takeKept(wish, lenders);
  if (kept !== null) return { sandbox: kept, hasNamespace: true };
  const { seed, files, recipe, quarantine, signal } = wish;
  const { tools, callTool, pool } = lenders;
  const episode = { seed, tools, files, settings: recipe.sandbox, callTool, quarantine };
  const sandbox = await (lenders.kept ?? pool).acquire(episode, signal);
  return { sandbox, hasNamespace: false };
}

/** Keeps it where that is wished for and it holds something; `lastStep` is null for a rollout that broke. */
export async function giveBackSandbox(
  sandbox: Sandbox,
  lastStep: number | null,
  { trajectoryId, files }: SandboxWish,
  { kept }: SandboxLenders,
): Promise<void> {
  if (kept === null || lastStep === null || lastStep === 0 || !sandbox.isAlive) {
    await sandbox.release();
    return;
  }
  kept.keep({ place: { trajectoryId, step: lastStep }, sandbox, files, rebuilt: false });
}

async function takeKept(
  { branch, files, quarantine }: SandboxWish,
  { kept, callTool }: SandboxLenders,
): Promise<Sandbox | null> {
  if (branch?.relation !== 'follow-up' || kept === null) return null;
  const place = { trajectoryId: branch.parent.started.trajectoryId, step: branch.step };
  const sandbox = await kept.take(place, files);
  sandbox?.handOver({ callTool, quarantine });
  return sandbox;
}
