// Where the code actions of a rollout run: a borrowed sandbox, and around it the environment where the task has one.
import type { Protocol } from '../agent/protocols/protocol.ts';
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { TaskEnvironment } from '../environment/taskEnvironment.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import {
  borrowSandbox,
  giveBackSandbox,
  type SandboxLenders,
  type SandboxWish,
} from './borrowedSandbox.ts';

export interface RolloutPlace {
  readonly sandbox: Sandbox;
  /** True when it holds what the steps before have left. */
  readonly hasNamespace: boolean;
  /**
   * How the state behind the tools came out; null where there is none.
   * @throws FailureError when it cannot be told
   */
  compare(): Promise<EnvironmentOutcome | null>;
  /** `lastStep` is null for a rollout that broke. */
  giveBack(lastStep: number | null): Promise<void>;
}

export interface PlaceLenders extends SandboxLenders {
  readonly environment: TaskEnvironment | null;
}

/** What the policy may call: the tools of the task's state, else those of the agent. */
export function offeredTools(
  protocol: Pick<Protocol, 'answersIn'>,
  { environment, tools }: Pick<PlaceLenders, 'environment' | 'tools'>,
): readonly ToolSignature[] {
  if (environment !== null) return environment.tools;
  return protocol.answersIn === 'code' ? tools : tools.filter(({ isFinal }) => !isFinal);
}

/** @throws FailureError at boundary `sandbox` or `tool`, or an AbortError */
export async function openPlace(wish: SandboxWish, lenders: PlaceLenders): Promise<RolloutPlace> {
  const { environment } = lenders;
  return environment === null
    ? openSandbox(wish, lenders)
    : openEnvironment(environment, wish, lenders);
}

async function openSandbox(wish: SandboxWish, lenders: SandboxLenders): Promise<RolloutPlace> {
  const { sandbox, hasNamespace } = await borrowSandbox(wish, lenders);
  return {
    sandbox,
    hasNamespace,
    compare: () => Promise.resolve(null),
    giveBack: (lastStep) => giveBackSandbox(sandbox, lastStep, wish, lenders),
  };
}

/** A state is never kept for another question: the steps before bring it about again. */
async function openEnvironment(
  environment: TaskEnvironment,
  wish: SandboxWish,
  { pool }: SandboxLenders,
): Promise<RolloutPlace> {
  const { tools, callTool, imports } = environment.sandbox;
  const allowedImports = [...new Set([...wish.recipe.sandbox.allowedImports, ...imports])];
  const recipe = { sandbox: { ...wish.recipe.sandbox, allowedImports } };
  const lenders = { pool, kept: null, tools, callTool };
  const { sandbox } = await borrowSandbox({ ...wish, recipe }, lenders);
  try {
    const world = await environment.open(sandbox, wish.signal);
    return {
      sandbox: world,
      hasNamespace: false,
      compare: () => world.compare(wish.signal),
      giveBack: () => sandbox.release(),
    };
  } catch (error) {
    await sandbox.release();
    throw error;
  }
}
