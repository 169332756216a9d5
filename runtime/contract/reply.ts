// What the policy sent back for one step, and what the parser made of it.
import * as z from 'zod';

/** Tokens as sampled; never re-tokenised. All arrays of completion data have the length of `completionIds`. */
export const TokenRecord = z.looseObject({
  promptIds: z.array(z.int().nonnegative()),
  completionIds: z.array(z.int().nonnegative()),
  /** 1 = a token that the policy sampled and that is trained on. */
  completionMask: z.array(z.union([z.literal(0), z.literal(1)])),
  /** Natural logarithm of the probability under the policy that sampled it; null where the engine gives none. */
  logProbs: z.array(z.number()).nullable(),
});
export type TokenRecord = z.infer<typeof TokenRecord>;

export const Usage = z.looseObject({
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;

export const FinishReason = z.enum(['stop', 'length', 'cancelled', 'content-filter', 'unknown']);
export type FinishReason = z.infer<typeof FinishReason>;

export const Reply = z.looseObject({
  text: z.string(),
  /** Text of a separate reasoning field, where the server has one; it is shown and never parsed for code. */
  reasoning: z.string().nullable(),
  finishReason: FinishReason,
  /** The stop string that ended the reply, when the engine says which. */
  stopString: z.string().nullable(),
  /** The model as the engine names it. */
  model: z.string(),
  usage: Usage.nullable(),
  tokens: TokenRecord.nullable(),
  /** Time to the first token and to the end of the reply, in milliseconds. */
  firstTokenMilliseconds: z.number().nonnegative().nullable(),
  milliseconds: z.number().nonnegative(),
  /**
   * Where it comes from when the policy did not sample it for this step: carried over from the parent trajectory, or written
   * by a person. Such replies are never trained on.
   */
  origin: z.enum(['parent', 'person']).optional(),
});
export type Reply = z.infer<typeof Reply>;

/** How a reply departs from the format that the prompt asks for. A fault is counted; only some stop the code from running. */
export const ParseFaultKind = z.enum([
  'empty-reply',
  'no-code',
  'no-thought',
  'untagged-fence',
  'foreign-tag',
  'unterminated-fence',
  'missing-terminator',
  'partial-terminator',
  'text-after-terminator',
  'invented-observation',
  'several-blocks',
  'indented-block',
  'truncated-reply',
  'code-without-fence',
  'json-call',
  'repl-prompts',
  'control-characters',
  'unclosed-tag',
  'text-outside-tags',
  'bad-call',
]);
export type ParseFaultKind = z.infer<typeof ParseFaultKind>;

/** The message is one sentence that the policy and a person can both read. */
export const ParseFault = z.object({ kind: ParseFaultKind, message: z.string() });
export type ParseFault = z.infer<typeof ParseFault>;

export const ParsedReply = z.object({
  thought: z.string(),
  /** What to run, or null when the reply holds nothing that may run: Python, or calls of tools as one JSON object a line. */
  code: z.string().nullable(),
  faults: z.array(ParseFault),
  /** The answer, where the protocol gives it in the reply and not by code. The rollout ends with it. */
  answer: z.string().optional(),
});
export type ParsedReply = z.infer<typeof ParsedReply>;
