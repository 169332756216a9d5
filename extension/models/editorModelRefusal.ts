// Why the editor did not let its language model answer, for the runtime: a sentence for a person, and a reason for the program.
import { ResponseError } from 'vscode-jsonrpc/node';
import type { EditorModelProblem } from '../../runtime/contract/requests.ts';
import { messageOf } from '../support/problem.ts';

type Reason = EditorModelProblem['reason'];

/** A request error of the message connection, which carries the reason over. */
export type EditorModelRefusal = ResponseError<EditorModelProblem>;

/** JSON-RPC: an invalid request. */
const refused = -32600;

export function editorModelRefusal(reason: Reason, message: string): EditorModelRefusal {
  return new ResponseError(refused, message, { reason });
}

/** @param model as shown to the person */
export function refusalOf(error: unknown, model: string): EditorModelRefusal {
  const reason = reasonOf(error);
  return editorModelRefusal(reason, sentences[reason](model, messageOf(error)));
}

/** The codes are names of factories of vscode.LanguageModelError; that class itself may be absent. */
function reasonOf(error: unknown): Reason {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'NoPermissions') return 'no-permission';
  if (code === 'NotFound') return 'not-found';
  const isQuota = /quota|rate limit|too many requests/i.test(messageOf(error));
  // The editor reports a quota that is used up as blocked.
  if (isQuota) return 'quota';
  return code === 'Blocked' ? 'blocked' : 'unavailable';
}

const sentences: Readonly<Record<Reason, (model: string, said: string) => string>> = {
  'no-permission': (model) =>
    `Tool-R1 may not use the language model ${model}. Run again and allow it when the editor asks, or choose another model.`,
  'not-found': (model) =>
    `The editor does not offer the language model ${model} any more. Choose another with "Tool-R1: Choose Model...".`,
  quota: (model, said) =>
    `The quota of the language model ${model} is used up (${said}). Wait until it is renewed, or choose another model.`,
  blocked: (model, said) =>
    `The language model ${model} refused the request (${said}). Change the question, or choose another model.`,
  unavailable: (model, said) =>
    `The language model ${model} could not answer (${said}). Try again, or choose another model.`,
};
