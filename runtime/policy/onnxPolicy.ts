// The policy on a folder with an ONNX chat model: `onnx:DIR`.
import type { Clock } from '../support/clock.ts';
import { OnnxEngine } from './onnxEngine.ts';
import type { OnnxModule } from './onnxModule.ts';
import { importOnnxModule } from './onnxModule.ts';
import type { PolicyCapabilities } from './policy.ts';
import type { ThoughtCodeLimits } from './replyShape.ts';
import { usualLimits } from './replyShape.ts';
import { TokenPolicy } from './tokenPolicy.ts';

export interface OnnxPolicyOptions {
  /** The model as the person named it. */
  readonly model: string;
  readonly folder: string;
  /** Default 1. */
  readonly maxThreads?: number;
  /** Default 8192. */
  readonly maxContextTokens?: number;
  readonly promptStyle?: PolicyCapabilities['promptStyle'];
  readonly limits?: ThoughtCodeLimits;
  readonly clock: Clock;
  /** A whole number from 0 to 2^32 - 1 for a request without a seed. */
  readonly newSeed: () => number;
  /** Loads the engine; set in tests. */
  readonly loadModule?: () => Promise<OnnxModule>;
}

/**
 * Loads the model.
 * @throws FailureError `policy/engine-missing`, `policy/model-file` or `policy/chat-template`
 */
export async function openOnnxPolicy(
  options: OnnxPolicyOptions,
  load: { readonly signal: AbortSignal },
): Promise<TokenPolicy> {
  const engine = await OnnxEngine.load({
    module: await importOnnxModule(options.loadModule),
    folder: options.folder,
    maxThreads: options.maxThreads ?? 1,
    maxContextTokens: options.maxContextTokens ?? 8192,
    signal: load.signal,
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
