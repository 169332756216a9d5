// The policy on a GGUF file of the person's choice: `gguf:FILE` or `gguf:FILE+lora:FILE`.
import type { Clock } from '../support/clock.ts';
import type { OnProgress } from '../support/progress.ts';
import { GgufEngine } from './ggufEngine.ts';
import type { GgufModule } from './ggufModule.ts';
import { importGgufModule } from './ggufModule.ts';
import type { PolicyCapabilities } from './policy.ts';
import type { ThoughtCodeLimits } from './replyShape.ts';
import { usualLimits } from './replyShape.ts';
import { TokenPolicy } from './tokenPolicy.ts';

export interface GgufPolicyOptions {
  /** The model as the person named it. */
  readonly model: string;
  readonly file: string;
  readonly lora?: readonly string[];
  /** Default 1, which leaves a two-core machine usable; see `threadsFor`. */
  readonly maxThreads?: number;
  /** Default 1. */
  readonly conversations?: number;
  /** Default 8192. */
  readonly maxContextTokens?: number;
  /** Only this many of the most likely tokens are drawn from. Default `usualTopK`; null draws from all. */
  readonly topK?: number | null;
  readonly promptStyle?: PolicyCapabilities['promptStyle'];
  readonly limits?: ThoughtCodeLimits;
  readonly clock: Clock;
  /** A whole number from 0 to 2^32 - 1 for a request without a seed. */
  readonly newSeed: () => number;
  /** Loads the engine; set in tests. */
  readonly loadModule?: () => Promise<GgufModule>;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * What lies beyond holds next to no probability at usual temperatures, and with a limit the engine need not sort the whole
 * vocabulary at every token, which would cost a fifth of the speed.
 */
const usualTopK = 1000;

/** The threads that leave one core to everything else. */
export function threadsFor(cores: number): number {
  return Math.max(1, cores - 1);
}

/**
 * Loads the model.
 * @throws FailureError `policy/engine-missing`, `policy/engine-failed`, `policy/model-file` or `policy/chat-template`
 */
export async function openGgufPolicy(
  options: GgufPolicyOptions,
  load: LoadOptions,
): Promise<TokenPolicy> {
  const engine = await GgufEngine.load({
    module: await importGgufModule(options.loadModule),
    file: options.file,
    lora: options.lora ?? [],
    maxThreads: options.maxThreads ?? 1,
    conversations: options.conversations ?? 1,
    maxContextTokens: options.maxContextTokens ?? 8192,
    topK: options.topK === undefined ? usualTopK : options.topK,
    ...load,
  });
  return new TokenPolicy({
    model: options.model,
    engine,
    promptStyle: options.promptStyle ?? 'full',
    limits: options.limits ?? usualLimits,
    clock: options.clock,
    newSeed: options.newSeed,
  });
}
