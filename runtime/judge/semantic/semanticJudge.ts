// Judges by meaning alone: the cosine of the sentence embeddings of reference answer and answer, cut into three levels. Cheap
// and the same every time, and blind to what embeddings are blind to: digits above all, which its reason says.
import { createHash } from 'node:crypto';
import { verdictScores, type JudgeIdentity, type Verdict } from '../../contract/judge.ts';
import type { Judge, JudgeInput } from '../judge.ts';
import { cosine, type Embedder, type Embedding } from './embedder.ts';
import { levelAt, type Thresholds } from './thresholds.ts';

export interface SemanticJudgeOptions {
  readonly embedder: Embedder;
  readonly thresholds: Thresholds;
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
}

export class SemanticJudge implements Judge {
  readonly identity: JudgeIdentity;
  readonly #options: SemanticJudgeOptions;
  /** The reference answer of the last item: a task's trajectories come one after the other. */
  #reference: { readonly text: string; readonly embedding: Embedding } | null = null;

  constructor(options: SemanticJudgeOptions) {
    this.#options = options;
    this.identity = identityOf(options);
  }

  /** @throws the abort reason of the signal */
  async judge({ referenceAnswer, finalAnswer }: JudgeInput, signal: AbortSignal): Promise<Verdict> {
    const judge = this.identity;
    if (isEmpty(referenceAnswer)) {
      return { outcome: 'unscored', judge, cause: 'the reference answer is empty' };
    }
    if (isEmpty(finalAnswer)) return this.#scored('Wrong', 'the answer is empty', 0);
    const { embedder, thresholds, now } = this.#options;
    const started = now();
    const reference = await this.#embedReference(referenceAnswer, signal);
    const answer = await embedder.embed(finalAnswer, signal);
    const similarity = cosine(reference.vector, answer.vector);
    const remarks = [
      ...(reference.truncated || answer.truncated ? [truncatedRemark(embedder)] : []),
      ...(numbersDiffer(referenceAnswer, finalAnswer) ? [numbersRemark] : []),
    ];
    const level = levelAt(similarity, thresholds);
    const reason = [sentence(similarity, thresholds), ...remarks].join('; ');
    // Kept beside the reason, so that other thresholds can be fitted on stored verdicts.
    return { ...this.#scored(level, reason, now() - started), cosine: similarity };
  }

  async #embedReference(text: string, signal: AbortSignal): Promise<Embedding> {
    if (this.#reference?.text === text) return this.#reference.embedding;
    const embedding = await this.#options.embedder.embed(text, signal);
    this.#reference = { text, embedding };
    return embedding;
  }

  #scored(level: keyof typeof verdictScores, reason: string, milliseconds: number): Verdict {
    return {
      outcome: 'scored',
      judge: this.identity,
      level,
      score: verdictScores[level],
      reason,
      cost: { promptTokens: null, completionTokens: null, milliseconds },
    };
  }
}

const numbersRemark = 'the numbers differ, which a cosine hardly sees';

function truncatedRemark({ maxTokens }: Embedder): string {
  return `only the first ${maxTokens} tokens were read`;
}

function sentence(similarity: number, { partial, correct }: Thresholds): string {
  return `cosine ${similarity.toFixed(3)}; Partially Correct from ${partial.toFixed(2)}, Correct from ${correct.toFixed(2)}`;
}

function identityOf({ embedder, thresholds }: SemanticJudgeOptions): JudgeIdentity {
  const { model, fingerprint, maxTokens } = embedder;
  const { partial, correct } = thresholds;
  const settings = { partial, correct, maxTokens };
  const hash = createHash('sha256').update(JSON.stringify([fingerprint, settings]));
  const version = hash.digest('hex').slice(0, 12);
  return { name: 'semantic', version, kind: 'semantic', model, settings };
}

/** Also true for text of nothing but marks that have no meaning of their own. */
function isEmpty(text: string): boolean {
  return !/[\p{L}\p{N}\p{S}]/u.test(text);
}

/** True when one of them has a number that the other has not. Separators of thousands do not count. */
function numbersDiffer(reference: string, answer: string): boolean {
  const [ours, theirs] = [numbersIn(reference), numbersIn(answer)];
  return ours.size !== theirs.size || [...ours].some((number) => !theirs.has(number));
}

function numbersIn(text: string): ReadonlySet<string> {
  const plain = text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return new Set((plain.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => `${Number(number)}`));
}
