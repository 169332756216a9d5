// What to tell a person about the common local servers, which are known by their usual ports.

export interface KnownServer {
  readonly name: string;
  /** Command that starts it, with the model's name filled in. */
  readonly start: (model: string) => string;
  /** How to give it a longer context. */
  readonly longerContext: string;
  /** How to make a model available on it. */
  readonly addModel: (model: string) => string;
}

const byPort: Readonly<Record<string, KnownServer>> = {
  '11434': {
    name: 'Ollama',
    start: () => 'ollama serve',
    longerContext: 'start it with OLLAMA_CONTEXT_LENGTH=32768 ollama serve',
    addModel: (model) => `ollama pull ${model}`,
  },
  '1234': {
    name: 'LM Studio',
    start: () => 'lms server start',
    longerContext: 'load the model with a larger context length (lms load --context-length 32768)',
    addModel: (model) => `lms load ${model}`,
  },
  '8080': {
    name: 'llama.cpp',
    start: () => 'llama-server -m MODEL.gguf --port 8080',
    longerContext: 'start it with a larger -c, for example llama-server -c 32768',
    addModel: () => 'llama-server -m MODEL.gguf',
  },
  '8000': {
    name: 'vLLM',
    start: (model) => `vllm serve ${model} --port 8000`,
    longerContext: 'start it with a larger --max-model-len',
    addModel: (model) => `vllm serve ${model}`,
  },
};

/** The server that usually listens on the port of this address; null for any other port. */
export function knownServer(baseUrl: string): KnownServer | null {
  return byPort[new URL(baseUrl).port] ?? null;
}
