// A named set of settings. This part holds what a rollout needs: protocol, limits, imports and reward weights.
import * as z from 'zod';

export const AgentSettings = z.object({
  protocol: z.enum(['tool-r1']),
  /** Most steps of one trajectory. */
  maxSteps: z.int().min(1).max(100),
  /** Tokens of prompt, turns and observations of one trajectory together. */
  maxSequenceTokens: z.int().positive(),
  /** Tokens of one reply. */
  maxReplyTokens: z.int().positive(),
  temperature: z.number().min(0).max(2),
  topP: z.number().gt(0).max(1),
  /** Time limit of one step's Python in milliseconds, time inside tools not counted. */
  stepTimeoutMilliseconds: z.int().positive(),
  /** Characters of output that one observation may carry; head and tail are kept. */
  maxObservationCharacters: z.int().positive(),
  /** Replies without runnable code in a row before the rollout ends. */
  maxUnparsedReplies: z.int().positive(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const SandboxSettings = z.object({
  /** Modules that code may import; `package.*` admits submodules. */
  allowedImports: z.array(z.string()),
  /** WebAssembly heap cap in bytes. */
  maxMemoryBytes: z.int().positive(),
  /** Bytes that code may write below /tmp and /out together. */
  maxFileBytes: z.int().positive(),
  maxOutputFiles: z.int().nonnegative(),
  /** Tool calls that one step may make. */
  maxToolCallsPerStep: z.int().positive(),
});
export type SandboxSettings = z.infer<typeof SandboxSettings>;

export const RewardSettings = z.object({
  weights: z.object({ answer: z.number(), parse: z.number(), exec: z.number() }),
});
export type RewardSettings = z.infer<typeof RewardSettings>;

export const Recipe = z.looseObject({
  version: z.literal(1),
  name: z.string(),
  description: z.string(),
  agent: AgentSettings,
  sandbox: SandboxSettings,
  reward: RewardSettings,
});
export type Recipe = z.infer<typeof Recipe>;
