// What `models` tells: the embedded model, the models of the usual local servers, and how to name the others.
import type { ModelListing } from '../contract/requests.ts';

export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
  /** Command that starts it. */
  readonly start: string;
}

export interface ModelListingParts {
  readonly embedded: { readonly title: string; readonly bytes: number };
  readonly hasEmbedded: () => Promise<boolean>;
  readonly servers: readonly LocalServer[];
  /** Names of a server's models; null when it does not answer. */
  readonly ask: (baseUrl: string, signal: AbortSignal) => Promise<readonly string[] | null>;
}

/** Servers that people run on their own machine, at their usual addresses. */
export const usualServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', start: 'ollama serve' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', start: 'lms server start' },
  {
    name: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    start: 'llama-server -m MODEL.gguf --port 8080',
  },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1', start: 'vllm serve MODEL' },
];

/** How long a server on this machine may take to answer. */
const limitMilliseconds = 1500;

export async function listModels(
  parts: ModelListingParts,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  const servers = await Promise.all(
    parts.servers.map((server) => askServer(parts, server, signal)),
  );
  return [await embedded(parts), ...servers.flat(), ...files];
}

async function embedded({
  embedded: model,
  hasEmbedded,
}: ModelListingParts): Promise<ModelListing> {
  const ready = await hasEmbedded();
  const size = Math.round(model.bytes / 1_048_576);
  const detail = ready
    ? `${model.title}, in the cache. It is small and often wrong.`
    : `${model.title} is fetched (${size} MB) at the first run, or now by: tool-r1 prepare`;
  return { name: 'embedded', kind: 'embedded', ready, detail };
}

async function askServer(
  { ask }: ModelListingParts,
  { name, baseUrl, start }: LocalServer,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMilliseconds)]);
  const models = await ask(baseUrl, limit);
  signal.throwIfAborted();
  if (models === null) {
    const detail = `${name} does not answer at this address. Start it with: ${start}`;
    return [{ name: `NAME@${baseUrl}`, kind: 'server', ready: false, detail }];
  }
  if (models.length === 0) {
    const detail = `${name} runs but has no model.`;
    return [{ name: `NAME@${baseUrl}`, kind: 'server', ready: false, detail }];
  }
  return models.map((model) => ({
    name: `${model}@${baseUrl}`,
    kind: 'server',
    ready: true,
    detail: `on ${name}`,
  }));
}

/** Models that a person names by path, so that there is nothing to find. */
const files: readonly ModelListing[] = [
  {
    name: 'gguf:FILE[+lora:FILE]',
    kind: 'gguf',
    ready: false,
    detail: 'A GGUF file of a chat model, with a LoRA adapter beside it where there is one.',
  },
  {
    name: 'onnx:DIR',
    kind: 'onnx',
    ready: false,
    detail: 'A folder with an ONNX chat model and its tokenizer, as Hugging Face lays them out.',
  },
  {
    name: 'replay:FILE',
    kind: 'replay',
    ready: false,
    detail: 'Recorded replies: a trajectory file or a JSON file {"replies": [...]}.',
  },
];
