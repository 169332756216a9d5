// The names by which a person picks a model: `embedded`, `NAME@BASE_URL`, `replay:FILE`, `onnx:DIR`, `gguf:FILE[+lora:FILE]`,
// `checkpoint:[MACHINE/]RUN/STEP` and, inside an editor, `editor:ID`.
// Reads the name only; whether the file, the server or the run exists is found out by the policy that uses it.
import { HumanError } from '../support/errors.ts';

/** A model behind an OpenAI-compatible server. */
export interface ServerModel {
  readonly kind: 'server';
  /** The model as the server names it. */
  readonly name: string;
  /** Without a trailing slash and without the endpoint, for example `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** `completions` sends one prompt text instead of messages; chosen by a URL that ends in `/completions`. */
  readonly endpoint: 'chat' | 'completions';
}

/** A checkpoint of a training run, which is served on the machine of the run. */
export interface CheckpointName {
  readonly kind: 'checkpoint';
  /** Null where only one machine has a run of this name. */
  readonly machine: string | null;
  readonly run: string;
  readonly step: number;
}

export type ModelName =
  | { readonly kind: 'embedded' }
  | ServerModel
  | { readonly kind: 'replay'; readonly file: string }
  | { readonly kind: 'onnx'; readonly folder: string }
  | { readonly kind: 'gguf'; readonly file: string; readonly lora: string | null }
  | CheckpointName
  | { readonly kind: 'editor'; readonly id: string };

const forms =
  '`embedded`, `NAME@BASE_URL` such as `qwen2.5-coder@http://localhost:11434/v1`, `replay:FILE`, `onnx:DIR`, `gguf:FILE[+lora:FILE]` or `checkpoint:RUN/STEP`';

/** @throws HumanError that shows the accepted forms */
export function parseModelName(text: string): ModelName {
  const name = text.trim();
  if (name === 'embedded') return { kind: 'embedded' };
  if (name.startsWith('editor:')) return parseEditor(name);
  if (name.startsWith('checkpoint:')) return parseCheckpointName(name);
  if (/^(replay|onnx|gguf):/.test(name)) return parseLocal(name);
  if (/^https?:\/\//.test(name)) {
    throw new HumanError(
      'The address has no model name. Write it in front: NAME@BASE_URL, such as qwen2.5-coder@http://localhost:11434/v1',
    );
  }
  if (name.includes('@')) return parseServerModel(name);
  throw new HumanError(`There is no model called "${name}". A model is named ${forms}.`);
}

function parseEditor(name: string): ModelName {
  const id = name.slice('editor:'.length);
  if (id === '')
    throw new HumanError('editor: names no model. Choose one from the list of models.');
  return { kind: 'editor', id };
}

/** @throws HumanError that shows the form */
export function parseCheckpointName(name: string): CheckpointName {
  const parts = /^checkpoint:(?:([^/]+)\/)?([^/]+)\/(\d{1,9})$/.exec(name);
  const [, machine, run, step] = parts ?? [];
  if (run !== undefined) {
    return { kind: 'checkpoint', machine: machine ?? null, run, step: Number(step) };
  }
  throw new HumanError(
    `${name} names no checkpoint. Write checkpoint:RUN/STEP, such as checkpoint:first/100, or checkpoint:MACHINE/RUN/STEP. List them: tool-r1 machine checkpoints RUN`,
  );
}

/** The name that `parseModelName` reads as this checkpoint. */
export function checkpointModelName({ machine, run, step }: Omit<CheckpointName, 'kind'>): string {
  return `checkpoint:${machine === null ? '' : `${machine}/`}${run}/${step}`;
}

function parseLocal(name: string): ModelName {
  const [kind, rest] = splitOnce(name, ':');
  if (rest === '') throw new HumanError(`${name} names no file. Write ${kind}:PATH.`);
  if (kind === 'replay') return { kind, file: rest };
  if (kind === 'onnx') return { kind, folder: rest };
  const [file, lora] = splitOnce(rest, '+lora:');
  if (file === '' || (rest.includes('+lora:') && lora === '')) {
    throw new HumanError(`${name} names no file. Write gguf:FILE or gguf:FILE+lora:FILE.`);
  }
  return { kind: 'gguf', file, lora: lora === '' ? null : lora };
}

/**
 * Reads `NAME@BASE_URL`. The name may hold `@` itself (`@cf/meta/llama`); the address starts at the first `@http`.
 * @throws HumanError that says what is wrong with the address
 */
export function parseServerModel(text: string): ServerModel {
  const start = text.search(/@https?:\/\//i);
  if (start < 0) {
    const [name, address] = splitOnce(text, '@');
    throw new HumanError(
      `"${address}" is not a web address. Write it with its scheme, for example ${name || 'NAME'}@http://${address || 'localhost:11434/v1'}`,
    );
  }
  const name = text.slice(0, start);
  if (name === '') {
    throw new HumanError('The address has no model name. Write it in front of the @.');
  }
  return { kind: 'server', name, ...parseAddress(text.slice(start + 1)) };
}

/**
 * The name of a model that looks at pictures: one on a server that takes messages.
 * @throws HumanError
 */
export function visionModelName(text: string): string {
  const model = parseModelName(text);
  if (model.kind === 'server' && model.endpoint === 'chat') return text.trim();
  throw new HumanError(
    `${text} cannot look at pictures here. Name a model that sees on an OpenAI-compatible server: NAME@BASE_URL, such as qwen2.5vl@http://localhost:11434/v1`,
  );
}

function parseAddress(address: string): Pick<ServerModel, 'baseUrl' | 'endpoint'> {
  if (!URL.canParse(address)) {
    throw new HumanError(`"${address}" is not a web address. Check the host and the port.`);
  }
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    // The address appears in trajectories and messages, so a secret in it would spread.
    throw new HumanError(
      `The address of ${url.host} holds a user name or password. Take it out and set TOOL_R1_API_KEY instead.`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    // Some services take their key there.
    throw new HumanError(
      `The address ${url.origin}${url.pathname} must end there. Take out everything from ? or # on.`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  const endpoint = /\/completions$/.exec(path) && !path.endsWith('/chat/completions');
  return {
    baseUrl: `${url.origin}${path.replace(/(\/chat)?\/completions$/, '')}`,
    endpoint: endpoint ? 'completions' : 'chat',
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
