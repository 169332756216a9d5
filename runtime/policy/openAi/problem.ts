// Turns whatever went wrong with a request into one failure that says what to do, and into the decision to try again.
import { errorMessage, failure, FailureError } from '../../support/errors.ts';
import type { ServerModel } from '../modelName.ts';
import { connectionProblem } from './connection.ts';
import { missingProblem, wrongAddress } from './missing.ts';
import { refusalProblem } from './refusal.ts';
import { withoutKey } from './serverMessage.ts';
import { ForeignAnswer, type ServerAccess, ServerRefusal } from './transport.ts';

export interface Problem {
  readonly failure: FailureError;
  /** Whether the same request may succeed a little later. */
  readonly retry: boolean;
  /** The wait that the server asked for; null when it asked for none. */
  readonly askedMilliseconds: number | null;
}

export interface ProblemContext {
  readonly model: ServerModel;
  readonly access: ServerAccess;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Never throws. May ask the server for its models, to tell a wrong name from a wrong address. */
export async function problemOf(error: unknown, context: ProblemContext): Promise<Problem> {
  if (error instanceof FailureError)
    return { failure: error, retry: false, askedMilliseconds: null };
  if (error instanceof ServerRefusal) {
    return refusalProblem(error, context) ?? (await missingProblem(error.body, context));
  }
  if (error instanceof ForeignAnswer) return foreignProblem(error, context);
  return connectionProblem(error, context.model) ?? unexpected(error, context);
}

async function foreignProblem(error: ForeignAnswer, context: ProblemContext): Promise<Problem> {
  if (error.kind === 'html') return wrongAddress(context);
  const { baseUrl } = context.model;
  const message = `${baseUrl} sent an answer that cannot be read (${withoutKey(error.message, context.access.apiKey)}). If a proxy stands in between, check it; the server's log may say more.`;
  return {
    failure: failure('policy', 'malformed-answer', message),
    retry: false,
    askedMilliseconds: null,
  };
}

function unexpected(error: unknown, context: ProblemContext): Problem {
  const detail = withoutKey(errorMessage(error), context.access.apiKey);
  return {
    failure: failure(
      'policy',
      'unexpected',
      `${context.model.baseUrl} could not be asked: ${detail}`,
    ),
    retry: false,
    askedMilliseconds: null,
  };
}
