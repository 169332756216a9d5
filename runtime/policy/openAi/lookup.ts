// Small questions to a server beside completions: which models it has, how long their context is. Best effort: a server
// that cannot answer gives null, never an error.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import type { ServerModel } from '../modelName.ts';
import type { ServerAccess } from './transport.ts';

const timeoutMilliseconds = 5_000;

export interface OfferedModel {
  readonly id: string;
  readonly ownedBy: string;
  /** Tokens of prompt and reply together, where the list says it (vLLM). */
  readonly contextTokens: number | null;
}

const ModelList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      owned_by: z.string().nullish().catch(null),
      max_model_len: z.int().positive().nullish().catch(null),
    }),
  ),
});

/** The models that a server lists at `/models`; null when it gives no list. */
export async function listServerModels(
  access: ServerAccess,
  signal: AbortSignal,
): Promise<readonly OfferedModel[] | null> {
  const list = await askServer(access, {
    url: `${access.baseUrl}/models`,
    schema: ModelList,
    signal,
  });
  if (list === null) return null;
  return list.data.map((model) => ({
    id: model.id,
    ownedBy: model.owned_by ?? '',
    contextTokens: model.max_model_len ?? null,
  }));
}

/**
 * Tokens that the model takes as it is loaded now; null when the server does not say. Ollama and LM Studio know it only
 * once the model is loaded, which the first completion does.
 */
export async function findContextTokens(
  access: ServerAccess,
  model: ServerModel,
  signal: AbortSignal,
): Promise<number | null> {
  const models = await listServerModels(access, signal);
  const offered = models?.find((candidate) => candidate.id === model.name) ?? models?.[0];
  if (offered === undefined) return null;
  if (offered.contextTokens !== null) return offered.contextTokens;
  switch (offered.ownedBy) {
    case 'llamacpp':
      return llamaCppContext(access, signal);
    case 'library':
      return ollamaContext(access, model, signal);
    case 'organization_owner':
      return lmStudioContext(access, model, signal);
    default:
      return null;
  }
}

const Props = z.looseObject({
  default_generation_settings: z.looseObject({ n_ctx: z.int().positive() }),
});

async function llamaCppContext(access: ServerAccess, signal: AbortSignal): Promise<number | null> {
  const url = `${serverRoot(access.baseUrl)}/props`;
  const props = await askServer(access, { url, schema: Props, signal });
  return props?.default_generation_settings.n_ctx ?? null;
}

const Running = z.looseObject({
  models: z.array(
    z.looseObject({ name: z.string(), context_length: z.int().positive().optional() }),
  ),
});

async function ollamaContext(
  access: ServerAccess,
  model: ServerModel,
  signal: AbortSignal,
): Promise<number | null> {
  const url = `${serverRoot(access.baseUrl)}/api/ps`;
  const running = await askServer(access, { url, schema: Running, signal });
  const names = [model.name, `${model.name}:latest`];
  const found = running?.models.find((candidate) => names.includes(candidate.name));
  return found?.context_length ?? null;
}

const LoadedModel = z.looseObject({ loaded_context_length: z.int().positive() });

async function lmStudioContext(
  access: ServerAccess,
  model: ServerModel,
  signal: AbortSignal,
): Promise<number | null> {
  const url = `${serverRoot(access.baseUrl)}/api/v0/models/${encodeURIComponent(model.name)}`;
  const loaded = await askServer(access, { url, schema: LoadedModel, signal });
  return loaded?.loaded_context_length ?? null;
}

/** The address without `/v1`: where servers keep the endpoints of their own. */
export function serverRoot(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, '');
}

export interface Question<Schema extends z.ZodType> {
  readonly url: string;
  readonly schema: Schema;
  /** Sent as JSON with POST; without it the question is a GET. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

/** One request whose answer is JSON of the given shape; null for everything else, within five seconds. */
export async function askServer<Schema extends z.ZodType>(
  access: ServerAccess,
  question: Question<Schema>,
): Promise<z.output<Schema> | null> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (access.apiKey !== null) headers['authorization'] = `Bearer ${access.apiKey}`;
  if (question.body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await access.fetch(question.url, {
      method: question.body === undefined ? 'GET' : 'POST',
      headers,
      ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
      signal: AbortSignal.any([question.signal, AbortSignal.timeout(timeoutMilliseconds)]),
    });
    const text = await response.text();
    if (!response.ok) return null;
    const parsed = parseJson(question.schema, text);
    return parsed.ok ? parsed.value : null;
  } catch {
    // Nothing depends on the answer, and the completion itself will say what is wrong with the server.
    return null;
  }
}
