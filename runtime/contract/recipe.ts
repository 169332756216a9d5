// A named set of settings: what a rollout needs (protocol, limits, imports, reward) and, where the recipe trains, how it does.
import * as z from 'zod';
import { RewardSettings } from './rewardSettings.ts';
import { TrainingSettings } from './trainingSettings.ts';

/**
 * How much a protocol tells the model: every rule and worked examples, a short text with examples near to the question, or only
 * that short text, for a model that learned the form in training.
 */
export const PromptStyle = z.enum(['full', 'compact', 'bare']);
export type PromptStyle = z.infer<typeof PromptStyle>;

/** How earlier turns are put to the model: as turns of their own roles, or written out in one message. */
export const HistoryForm = z.enum(['native', 'flattened']);
export type HistoryForm = z.infer<typeof HistoryForm>;

/**
 * What earlier turns keep of what the model thought: `all` with the reasoning that a server gives apart, `thought` as the reply has it,
 * `none` only what it did.
 */
export const ThinkingForm = z.enum(['all', 'thought', 'none']);
export type ThinkingForm = z.infer<typeof ThinkingForm>;

export const AgentSettings = z.object({
  protocol: z.enum(['tool-r1', 'toolrl', 'artist-math', 'artist-tools']),
  /** Absent: what suits the model. */
  promptStyle: PromptStyle.optional(),
  /**
   * Names of the tools. Absent: final_answer and inspect_file_as_text, local_visualizer where the files hold pictures, and the web
   * tools where the person allowed the web.
   */
  tools: z.array(z.string()).optional(),
  /** Absent: `native`. */
  history: HistoryForm.optional(),
  /** Absent: `thought`. */
  thinking: ThinkingForm.optional(),
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

/** Who says so: the paper, its code, a source named beside it, or this product. */
export const SettingSource = z.enum(['paper', 'code', 'ours']);
export type SettingSource = z.infer<typeof SettingSource>;

export const Recipe = z.looseObject({
  version: z.literal(1),
  name: z.string(),
  description: z.string(),
  agent: AgentSettings,
  sandbox: SandboxSettings,
  reward: RewardSettings,
  /** Absent in a recipe that is only for rollouts, and in trajectories of before there was training. */
  training: TrainingSettings.optional(),
  /** Where a value comes from, by its path, for example `agent.maxSteps`; a shorter path stands for all values below it. */
  sources: z.record(z.string(), SettingSource).optional(),
  /** What a person should know about a value, by its path: how it was derived, or where it departs from its source. */
  notes: z.record(z.string(), z.string()).optional(),
});
export type Recipe = z.infer<typeof Recipe>;
