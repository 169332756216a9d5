// What `models` tells: the embedded model, the models of the usual local servers, of configured endpoints and of the editor,
// checkpoints of training runs, and how to name the others.
import type { ModelListing } from '../contract/requests.ts';
import type { EndpointOffer } from './openAi/endpointModels.ts';
import { formatBytes } from '../support/formatBytes.ts';

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
  /** Base URLs that a person configured. */
  readonly endpoints?: readonly string[];
  readonly askEndpoint?: (baseUrl: string, signal: AbortSignal) => Promise<EndpointOffer>;
  /** Models of the editor that runs us. */
  readonly editorModels?: (signal: AbortSignal) => Promise<readonly ModelListing[]>;
  /** Checkpoints of training runs. */
  readonly checkpointModels?: (signal: AbortSignal) => Promise<readonly ModelListing[]>;
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
/** How long one elsewhere may take. */
const endpointMilliseconds = 6000;

export async function listModels(
  parts: ModelListingParts,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  const { endpoints = [], editorModels, checkpointModels } = parts;
  const usual = parts.servers.filter(({ baseUrl }) => !endpoints.includes(baseUrl));
  const found = await Promise.all([
    ...usual.map((server) => askServer(parts, server, signal)),
    ...endpoints.map((baseUrl) => askConfigured(parts, baseUrl, signal)),
    checkpointModels?.(signal) ?? [],
    editorModels?.(signal) ?? [],
  ]);
  return [await embedded(parts), ...found.flat(), ...files];
}

async function askConfigured(
  { askEndpoint }: ModelListingParts,
  baseUrl: string,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  if (askEndpoint === undefined) return [];
  const limit = AbortSignal.any([signal, AbortSignal.timeout(endpointMilliseconds)]);
  const offer = await askEndpoint(baseUrl, limit);
  signal.throwIfAborted();
  if (!offer.ok) {
    return [{ name: `NAME@${baseUrl}`, kind: 'server', ready: false, detail: offer.problem }];
  }
  return offer.models.map((model) => ({
    name: `${model}@${baseUrl}`,
    kind: 'server',
    ready: true,
    detail: `at ${new URL(baseUrl).host}`,
  }));
}

async function embedded({
  embedded: model,
  hasEmbedded,
}: ModelListingParts): Promise<ModelListing> {
  const ready = await hasEmbedded();
  const detail = ready
    ? `${model.title}, in the cache. It is small and often wrong.`
    : `${model.title} is fetched (${formatBytes(model.bytes)}) at the first run.`;
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
