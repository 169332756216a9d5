// A server says 404: either it does not have the model, or the address is not that of its API. The list of models tells.
import { failure } from '../../support/errors.ts';
import { knownServer } from './knownServers.ts';
import { listServerModels } from './lookup.ts';
import type { Problem, ProblemContext } from './problem.ts';
import { serverMessage } from './serverMessage.ts';

const maxListed = 12;

/** @param body what the server said */
export async function missingProblem(body: string, context: ProblemContext): Promise<Problem> {
  const { model, access, signal } = context;
  const offered = await listServerModels(access, signal);
  if (offered === null) return wrongAddress(context);
  const names = offered.map((candidate) => candidate.id);
  const said = serverMessage(body, context.access.apiKey);
  if (names.includes(model.name) && !/model/i.test(said)) return noEndpoint(context);
  return final('unknown-model', unknownModelMessage(names, context));
}

function unknownModelMessage(names: readonly string[], context: ProblemContext): string {
  const { model } = context;
  const add = knownServer(model.baseUrl)?.addModel(model.name);
  const get = add === undefined ? '' : ` To get it: ${add}`;
  if (names.length === 0) return `${model.baseUrl} offers no model at all.${get}`;
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  const list = `${names.slice(0, maxListed).join(', ')}${more}`;
  return `${model.baseUrl} has no model "${model.name}". It offers: ${list}.${get}`;
}

function noEndpoint(context: ProblemContext): Problem {
  const { baseUrl, name, endpoint } = context.model;
  const advice =
    endpoint === 'chat'
      ? `It may complete plain text only: try ${name}@${baseUrl}/completions`
      : `It may answer chats only: try ${name}@${baseUrl}`;
  return final('no-endpoint', `${baseUrl} has ${name} but no ${endpoint} endpoint. ${advice}`);
}

/** Tries the usual path, so that the advice is not a guess. */
export async function wrongAddress(context: ProblemContext): Promise<Problem> {
  const { model, access, signal } = context;
  const usual = `${model.baseUrl}/v1`;
  const found = await listServerModels({ ...access, baseUrl: usual }, signal);
  const advice =
    found === null
      ? 'Check the address; most servers have their API under /v1.'
      : `The API is at ${usual}: write ${model.name}@${usual}`;
  return final('not-an-api', `${model.baseUrl} is no OpenAI-compatible API. ${advice}`);
}

function final(code: string, message: string): Problem {
  return { failure: failure('policy', code, message), retry: false, askedMilliseconds: null };
}
