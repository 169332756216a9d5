// A language model as judge. Asks at temperature 0, reads the verdict strictly, asks once more when it cannot be read and then
// leaves the answer unscored: an unreadable reply is never a zero. Which model answers is the policy's business.
import { createHash } from 'node:crypto';
import {
  verdictScores,
  type JudgeCost,
  type JudgeIdentity,
  type RepeatedVerdict,
  type Verdict,
} from '../../contract/judge.ts';
import type { Reply } from '../../contract/reply.ts';
import type { ChatMessage, Policy } from '../../policy/policy.ts';
import type { Judge, JudgeInput } from '../judge.ts';
import {
  judgePrompt,
  promptHash,
  retryMessage,
  type JudgeExample,
  type PromptVariant,
} from './judgePrompt.ts';
import { smallModelExamples } from './smallModelExamples.ts';
import { maxQuotedCharacters, neutralise } from './quotedText.ts';
import { readRatings, readReason } from './readRatings.ts';
import { readVerdict, type VerdictReading } from './readVerdict.ts';

export interface LlmJudgeOptions {
  readonly policy: Pick<Policy, 'model' | 'complete' | 'capabilities'>;
  /** Graded answers shown before each item; they are part of the version. A small model without any gets three of ours. */
  readonly examples: readonly JudgeExample[];
  /** How often each item is asked, at least 1; further times show how stable the verdict is. */
  readonly asks: number;
}

const sampling = { temperature: 0, topP: 1, seed: 1 } as const;

/** The form takes about 80 tokens; larger models may reason first, and small ones ramble. */
const replyTokens = { full: 1024, compact: 192 } as const;

/** What the further times vary, in turn. */
const variants: readonly PromptVariant[] = ['swapped', 'paraphrased', 'same'];

/** Characters of an unreadable reply that are shown to the model when it is asked again. */
const maxRepeatedCharacters = 2000;

export class LlmJudge implements Judge {
  readonly identity: JudgeIdentity;
  readonly #options: LlmJudgeOptions;

  constructor(given: LlmJudgeOptions) {
    const options = { ...given, examples: examplesFor(given) };
    this.#options = options;
    this.identity = identityOf(options);
  }

  /**
   * One verdict, with the levels of further asks in `repeats`.
   * @throws FailureError at boundary `policy` when the model cannot be asked, or the abort reason
   */
  async judge(input: JudgeInput, signal: AbortSignal): Promise<Verdict> {
    const first = await this.#ask(input, 'same', signal);
    const repeats: RepeatedVerdict[] = [];
    let cost = first.cost;
    for (let asked = 1; asked < this.#options.asks; asked += 1) {
      const variant = variants[(asked - 1) % variants.length] ?? 'same';
      const again = await this.#ask(input, variant, signal);
      repeats.push({ variant, level: again.reading.level });
      cost = addCosts(cost, again.cost);
    }
    return { ...this.#verdict(first), cost, ...(repeats.length > 0 ? { repeats } : {}) };
  }

  #verdict({ reading, text }: Asked): Verdict {
    const judge = this.identity;
    if (reading.level === null) {
      const cause = `the reply could not be read twice: ${reading.fault}`;
      return { outcome: 'unscored', judge, cause };
    }
    const { level } = reading;
    const criteria = readRatings(text);
    return {
      outcome: 'scored',
      judge,
      level,
      score: verdictScores[level],
      reason: readReason(text),
      ...(criteria === null ? {} : { criteria }),
    };
  }

  /** Asks, and once more when the reply cannot be read. */
  async #ask(input: JudgeInput, variant: PromptVariant, signal: AbortSignal): Promise<Asked> {
    const { messages, code } = judgePrompt(input, variant, this.#options.examples);
    const quotable = [input.finalAnswer, input.referenceAnswer, input.question];
    const first = await this.#complete(messages, signal);
    const reading = readVerdict(first, { code, quotable });
    const asked = { reading, text: first.text, cost: costOf(first) };
    if (reading.level !== null) return asked;
    const again = await this.#complete(
      [
        ...messages,
        { role: 'assistant', content: shortened(first.text) },
        { role: 'user', content: retryMessage(reading.fault, code) },
      ],
      signal,
    );
    return {
      reading: readVerdict(again, { code, quotable }),
      // The first reply gave the reasons; the second is one line.
      text: first.text.trim() === '' ? again.text : first.text,
      cost: addCosts(asked.cost, costOf(again)),
    };
  }

  async #complete(messages: readonly ChatMessage[], signal: AbortSignal): Promise<Reply> {
    const { policy } = this.#options;
    const maxTokens = maxTokensOf(policy);
    const request = { messages, stop: [], shape: 'free', maxTokens, ...sampling } as const;
    const reply = await policy.complete(request, { signal });
    signal.throwIfAborted();
    return reply;
  }
}

interface Asked {
  readonly reading: VerdictReading;
  readonly text: string;
  readonly cost: JudgeCost;
}

function examplesFor({ policy, examples }: LlmJudgeOptions): readonly JudgeExample[] {
  const isSmall = policy.capabilities.promptStyle === 'compact';
  return isSmall && examples.length === 0 ? smallModelExamples : examples;
}

function identityOf({ policy, examples }: LlmJudgeOptions): JudgeIdentity {
  const settings = {
    ...sampling,
    maxTokens: maxTokensOf(policy),
    maxQuotedCharacters,
    ...(examples.length > 0 ? { examples: shortHash(examples) } : {}),
  };
  const { model } = policy;
  const version = shortHash([promptHash, model, settings]);
  return { name: 'llm', version, kind: 'llm', model, promptHash, settings };
}

function maxTokensOf({ capabilities }: LlmJudgeOptions['policy']): number {
  return replyTokens[capabilities.promptStyle];
}

/** The start of the SHA-256 of a value as JSON: 12 hexadecimal digits. */
function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}

/** The reply that could not be read, safe to stand in a turn of its own. */
function shortened(text: string): string {
  const safe = neutralise(text.slice(0, maxRepeatedCharacters)).trim();
  return safe === '' ? '(nothing)' : safe;
}

function costOf({ usage, milliseconds }: Reply): JudgeCost {
  return {
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
    milliseconds,
  };
}

/** Tokens are known only when every reply told them. */
function addCosts(a: JudgeCost, b: JudgeCost): JudgeCost {
  const sum = (one: number | null, other: number | null) =>
    one === null || other === null ? null : one + other;
  return {
    promptTokens: sum(a.promptTokens, b.promptTokens),
    completionTokens: sum(a.completionTokens, b.completionTokens),
    milliseconds: a.milliseconds + b.milliseconds,
  };
}
