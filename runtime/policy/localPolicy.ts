// The policy that comes with the product and needs neither a server nor a key: the embedded model on the GGUF engine.
// So small a model is often wrong; the short prompt and the kept shape make the most of it.
import type { Clock } from '../support/clock.ts';
import type { GgufPolicyOptions, LoadOptions } from './ggufPolicy.ts';
import { openGgufPolicy } from './ggufPolicy.ts';
import type { ModelStore } from './modelStore.ts';
import type { Policy } from './policy.ts';

export interface LocalPolicyOptions {
  readonly store: Pick<ModelStore, 'ensure'>;
  readonly maxThreads: number;
  /** LoRA adapters that were trained on the embedded model. */
  readonly lora?: readonly string[];
  readonly clock: Clock;
  /** A whole number from 0 to 2^32 - 1 for a request without a seed. */
  readonly newSeed: () => number;
  readonly loadModule?: NonNullable<GgufPolicyOptions['loadModule']>;
}

/** Rare tokens of so small a model are noise more often than insight. */
const topK = 40;
/** A thought is one short line and code is a few; more of this model only leads it astray. */
const limits = { thoughtTokens: 48, oneLineThought: true, codeTokens: 160 };

/**
 * Fetches the model when it is not in the cache, and loads it.
 * @throws FailureError `policy/model-unavailable` and those of the GGUF policy
 */
export async function openLocalPolicy(
  options: LocalPolicyOptions,
  load: LoadOptions,
): Promise<Policy> {
  const { store, ...rest } = options;
  const file = await store.ensure(load);
  return openGgufPolicy(
    {
      ...rest,
      model: 'embedded',
      file,
      topK,
      limits,
      promptStyle: 'compact',
    },
    load,
  );
}
