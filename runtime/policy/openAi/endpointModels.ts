// What a configured endpoint offers, or one sentence on why it offers nothing. Unlike lookup.ts, which asks servers that
// nobody named, this says what is wrong.
import * as z from 'zod';
import { errorMessage } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { connectionProblem } from './connection.ts';
import { withoutKey } from './serverMessage.ts';
import type { ServerAccess } from './transport.ts';

export type EndpointOffer =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const ModelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/** Never rejects. */
export async function endpointModels(
  access: ServerAccess,
  signal: AbortSignal,
): Promise<EndpointOffer> {
  try {
    const response = await access.fetch(`${access.baseUrl}/models`, {
      headers: {
        accept: 'application/json',
        ...(access.apiKey === null ? {} : { authorization: `Bearer ${access.apiKey}` }),
      },
      signal,
    });
    const text = await response.text();
    return response.ok ? listed(text, access) : { ok: false, problem: refused(response, access) };
  } catch (error) {
    return { ok: false, problem: unreachable(error, access, signal) };
  }
}

function listed(text: string, { baseUrl }: ServerAccess): EndpointOffer {
  const parsed = parseJson(ModelList, text);
  if (!parsed.ok) return { ok: false, problem: noList(baseUrl) };
  const models = parsed.value.data.map(({ id }) => id);
  return models.length > 0
    ? { ok: true, models }
    : { ok: false, problem: `${baseUrl} answers but has no model. Load one there.` };
}

function refused({ status }: Response, { baseUrl, apiKey }: ServerAccess): string {
  if (status === 401 || status === 403) {
    return apiKey === null
      ? `${baseUrl} wants a key. Add one for this endpoint.`
      : `${baseUrl} refuses the key (HTTP ${status}). Replace it with one that is valid there.`;
  }
  return status === 404
    ? noList(baseUrl)
    : `${baseUrl} answers with HTTP ${status}. Try again later.`;
}

function noList(baseUrl: string): string {
  return `${baseUrl} gives no list of models. Check the address; if it is right, name a model as NAME@${baseUrl}.`;
}

function unreachable(error: unknown, access: ServerAccess, signal: AbortSignal): string {
  const { baseUrl } = access;
  if (signal.aborted)
    return `${baseUrl} does not answer in time. Check the address and the network.`;
  const model = { kind: 'server', name: 'MODEL', baseUrl, endpoint: 'chat' } as const;
  const known = connectionProblem(error, model);
  if (known !== null) return known.failure.message;
  return `${baseUrl} could not be asked: ${withoutKey(errorMessage(error), access.apiKey)}`;
}
