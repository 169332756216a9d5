// Asks the extension for the language models of the editor, over the connection on which the extension asks us.
import { CancellationTokenSource, ResponseError, type MessageConnection } from 'vscode-jsonrpc';
import type * as z from 'zod';
import {
  clientNotifications,
  clientRequests,
  EditorModelProblem,
  type ClientRequestName,
  type ModelListing,
} from '../contract/requests.ts';
import type { EditorModels, EditorReply, EditorRequest } from '../policy/editorModels.ts';
import { errorMessage, failure } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';

const listMilliseconds = 5000;

type ClientResult<Name extends ClientRequestName> = z.output<
  (typeof clientRequests)[Name]['result']
>;

export class EditorClient implements EditorModels {
  readonly #connection: MessageConnection;
  /** Who hears the text of a call that is under way. */
  readonly #listeners = new Map<string, (text: string) => void>();
  #calls = 0;

  constructor(connection: MessageConnection) {
    this.#connection = connection;
    connection.onNotification('editor-text', (raw: unknown) => this.#hear(raw));
  }

  /** An editor that does not answer has no models: the other models can be used all the same. */
  async list(signal: AbortSignal): Promise<readonly ModelListing[]> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(listMilliseconds)]);
    try {
      return (await this.#ask('list-editor-models', {}, limit)).models;
    } catch {
      signal.throwIfAborted();
      return [];
    }
  }

  async sample(
    { model, messages }: EditorRequest,
    { signal, onText }: Parameters<EditorModels['sample']>[1],
  ): Promise<EditorReply> {
    this.#calls += 1;
    const callId = `call-${this.#calls}`;
    this.#listeners.set(callId, onText);
    try {
      const params = { callId, model, messages: [...messages] };
      return await this.#ask('sample-editor-model', params, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw explained(error, model);
    } finally {
      this.#listeners.delete(callId);
    }
  }

  #hear(raw: unknown): void {
    const parsed = check(clientNotifications['editor-text'], raw);
    // What cannot be read is missing in the stream only: the result of the call holds the whole text.
    if (parsed.ok) this.#listeners.get(parsed.value.callId)?.(parsed.value.text);
  }

  /** Rejects as soon as the signal fires, whether the other side heeds the cancellation or not. */
  async #ask<Name extends ClientRequestName>(
    name: Name,
    params: z.input<(typeof clientRequests)[Name]['params']>,
    signal: AbortSignal,
  ): Promise<ClientResult<Name>> {
    signal.throwIfAborted();
    const source = new CancellationTokenSource();
    const answer: Promise<unknown> = this.#connection.sendRequest(name, params, source.token);
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => {
        source.cancel();
        reject(new DOMException('The call was cancelled.', 'AbortError'));
      };
      signal.addEventListener('abort', stop, { once: true });
      const settled = () => signal.removeEventListener('abort', stop);
      answer.then(settled, settled);
    });
    const parsed = check(clientRequests[name].result, await Promise.race([answer, stopped]));
    if (!parsed.ok) throw new Error(`${name} was answered with ${parsed.problem}`);
    // The schema of this very request checked the value; TypeScript cannot follow the index.
    return parsed.value as ClientResult<Name>;
  }
}

function explained(error: unknown, model: string): Error {
  const problem = error instanceof ResponseError ? check(EditorModelProblem, error.data) : null;
  if (problem?.ok === true) {
    return failure('policy', `editor-${problem.value.reason}`, errorMessage(error), error);
  }
  return failure(
    'policy',
    'editor-unavailable',
    `The editor's model ${model} did not answer (${errorMessage(error)}). Try again, or choose another model.`,
    error,
  );
}
