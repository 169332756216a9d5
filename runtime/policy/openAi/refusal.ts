// What a server's refusal means, by its status and by what it says, and whether it is worth asking again.
import { failure } from '../../support/errors.ts';
import { retryAfterMilliseconds } from '../../support/backOff.ts';
import { knownServer } from './knownServers.ts';
import type { ServerModel } from '../modelName.ts';
import { type Overflow, readOverflow } from './overflow.ts';
import type { Problem, ProblemContext } from './problem.ts';
import { serverMessage } from './serverMessage.ts';
import type { ServerRefusal } from './transport.ts';

const modelIsMissing =
  /model[^.]*\b(not found|does ?n.t exist|does not exist|not loaded|not available|is not a valid)|(no|unknown|invalid) models? (loaded|id|name|specified)|not a valid model|unknown model/i;

/** Null for a 404 and for a missing model: only the server's list of models tells what those mean. */
export function refusalProblem(refusal: ServerRefusal, context: ProblemContext): Problem | null {
  const said = serverMessage(refusal.body, context.access.apiKey);
  const overflow = readOverflow(refusal.body);
  if (overflow !== null) return final('context-overflow', overflowMessage(overflow, context.model));
  if (isMissingModel(refusal)) return null;
  switch (refusal.status) {
    case 401:
      return keyProblem(said, context);
    case 403:
      return final(
        'forbidden',
        `${context.model.baseUrl} does not let this key use ${context.model.name}${quoted(said)}. Check the key and what it is allowed to do.`,
      );
    case 402:
      return final('quota-exhausted', quotaMessage(said, context));
    case 429:
      return /quota|billing|credit/i.test(said) && !/per (minute|second|day)/i.test(said)
        ? final('quota-exhausted', quotaMessage(said, context))
        : later('rate-limited', rateMessage(said, context), refusal, context);
    default:
      return otherProblem(refusal, said, context);
  }
}

/** Whether the refusal says, or may say, that the server does not have the model. */
export function isMissingModel(refusal: ServerRefusal): boolean {
  const client = refusal.status >= 400 && refusal.status < 500;
  return refusal.status === 404 || (client && modelIsMissing.test(refusal.body));
}

function otherProblem(refusal: ServerRefusal, said: string, context: ProblemContext): Problem {
  const { baseUrl, name } = context.model;
  if (/out of memory|more system memory|insufficient memory/i.test(said)) {
    return final(
      'server-out-of-memory',
      `${baseUrl} has too little memory for ${name}${quoted(said)}. Choose a smaller model or a shorter context.`,
    );
  }
  if ([408, 409, 425].includes(refusal.status) || refusal.status >= 500) {
    const busy = refusal.status === 503 || refusal.status === 529;
    return later(
      busy ? 'server-busy' : 'server-error',
      busy
        ? `${baseUrl} is busy or still loading its model${quoted(said)}. Wait a moment and run again.`
        : `${baseUrl} failed with status ${refusal.status}${quoted(said)}. Its log says why.`,
      refusal,
      context,
    );
  }
  return final(
    'refused-request',
    `${baseUrl} refused the request with status ${refusal.status}${quoted(said)}.`,
  );
}

function keyProblem(said: string, context: ProblemContext): Problem {
  const { baseUrl } = context.model;
  return context.access.apiKey === null
    ? final('no-key', `${baseUrl} asks for an API key. Set TOOL_R1_API_KEY to one.`)
    : final(
        'wrong-key',
        `${baseUrl} refused the API key${quoted(said)}. Set TOOL_R1_API_KEY to a valid one.`,
      );
}

/** For the person: what does not fit, and how to make it fit. */
export function overflowMessage(overflow: Overflow, model: ServerModel): string {
  const prompt =
    overflow.promptTokens === null ? 'The prompt' : `The prompt of ${overflow.promptTokens} tokens`;
  const context =
    overflow.contextTokens === null ? 'its context' : `its ${overflow.contextTokens} tokens`;
  const longer = knownServer(model.baseUrl)?.longerContext;
  const advice =
    longer === undefined
      ? 'choose a model with a longer context'
      : `for ${knownServer(model.baseUrl)?.name ?? ''} ${longer}`;
  return `${prompt} and the reply do not fit into ${model.name} at ${model.baseUrl}, with ${context}. Ask about fewer files, or ${advice}.`;
}

function quotaMessage(said: string, context: ProblemContext): string {
  return `The account behind the key has no credit left at ${context.model.baseUrl}${quoted(said)}. Add credit or choose another model.`;
}

function rateMessage(said: string, context: ProblemContext): string {
  return `${context.model.baseUrl} limits how often it may be asked${quoted(said)}. Wait a while, or run fewer rollouts at once.`;
}

function quoted(said: string): string {
  return said === '' ? '' : `: "${said}"`;
}

function final(code: string, message: string): Problem {
  return { failure: failure('policy', code, message), retry: false, askedMilliseconds: null };
}

function later(
  code: string,
  message: string,
  refusal: ServerRefusal,
  context: ProblemContext,
): Problem {
  return {
    failure: failure('policy', code, message),
    retry: refusal.headers.get('x-should-retry') !== 'false',
    askedMilliseconds: retryAfterMilliseconds(refusal.headers, context.now),
  };
}
