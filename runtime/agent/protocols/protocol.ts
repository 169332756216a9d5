// A dialect between policy and agent: how the prompt reads, how a reply is parsed, how an observation is told.
// One file implements one dialect. All of it is pure.
import type { Variable } from '../../contract/observation.ts';
import type { AgentSettings, PromptStyle } from '../../contract/recipe.ts';
import type { ParsedReply, ParseFault, Reply } from '../../contract/reply.ts';
import type { ToolSignature } from '../../contract/tool.ts';
import type { ChatMessage, PolicyRequest } from '../../policy/policy.ts';
import type { StepResult } from '../../sandbox/sandbox.ts';

export interface PromptInput {
  readonly question: string;
  /** Names below /workspace with their sizes in bytes, and where it helps a line on what a file holds. */
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly preview?: string;
  }[];
  readonly tools: readonly ToolSignature[];
  readonly allowedImports: readonly string[];
  readonly settings: AgentSettings;
  /** The system prompt that the task brings along; a protocol that has one of its own leaves it aside. */
  readonly instruction?: string;
  readonly style: PromptStyle;
}

export interface Prompt {
  readonly system: string;
  /** Worked turns between the system text and the question, for models that copy better than they follow. */
  readonly examples?: readonly ChatMessage[];
  readonly user: string;
}

/** A question that was answered before in the same namespace. */
export interface EarlierTalk {
  readonly question: string;
  readonly finalAnswer: string | null;
}

export interface Protocol {
  readonly name: string;
  /** Where the answer is given: to final_answer in code, or in the reply itself; then there is no final_answer to call. */
  readonly answersIn: 'code' | 'reply';
  /** Sampling ends before any of these. */
  readonly stop: readonly string[];
  /** The shape that a grammar may force on a reply. */
  readonly shape: PolicyRequest['shape'];
  prompt(input: PromptInput): Prompt;
  /** `cut` is true when the reply ended at the token limit. Never throws. */
  parse(reply: string, cut: boolean): ParsedReply;
  /** A reply as the next prompt shows it: what was sampled, closed by the terminator that the engine cut off. */
  recall(reply: Reply, parsed: ParsedReply): string;
  /** What the policy reads after its code ran; faults that left part of the reply unused are told with it. */
  observe(result: StepResult, maxCharacters: number, faults?: readonly ParseFault[]): string;
  /** What the policy reads after a reply without code that may run, and without answer. */
  observeNoCode(parsed: ParsedReply): string;
  /** The text of an observation as the user message of the next prompt. */
  tell(observation: string): string;
  /** A further question as the text that follows the last observation of the one before. */
  ask(question: string): string;
  /** Earlier questions and what they left, for a prompt that has no room for their steps. */
  recap(talk: readonly EarlierTalk[], variables: readonly Variable[]): string;
  /** A reply as the policy should write it, from the code of a person. */
  write(thought: string, code: string): string;
}
