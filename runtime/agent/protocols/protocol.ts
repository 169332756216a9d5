// A dialect between policy and agent: how the prompt reads, how a reply is parsed, how an observation is told.
// One file implements one dialect. All of it is pure.
import type { AgentSettings } from '../../contract/recipe.ts';
import type { ParsedReply } from '../../contract/reply.ts';
import type { ToolSignature } from '../../contract/tool.ts';
import type { StepResult } from '../../sandbox/sandbox.ts';

export interface PromptInput {
  readonly question: string;
  /** Names below /workspace with their sizes in bytes. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly tools: readonly ToolSignature[];
  readonly allowedImports: readonly string[];
  readonly settings: AgentSettings;
  /** `compact` is the short prompt for models of well under a billion parameters. */
  readonly style: 'full' | 'compact';
}

export interface Protocol {
  readonly name: string;
  /** Sampling ends before any of these. */
  readonly stop: readonly string[];
  prompt(input: PromptInput): { readonly system: string; readonly user: string };
  /** `cut` is true when the reply ended at the token limit. Never throws. */
  parse(reply: string, cut: boolean): ParsedReply;
  /** What the policy reads after its code ran. */
  observe(result: StepResult, maxCharacters: number): string;
  /** What the policy reads after a reply without runnable code. */
  observeNoCode(parsed: ParsedReply): string;
}
