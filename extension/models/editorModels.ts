// Language models that only the editor can call, offered to the runtime: which there are, and one reply, streamed. The first
// call makes the editor ask the person for their consent.
import * as vscode from 'vscode';
import type { ModelListing } from '../../runtime/contract/requests.ts';
import type {
  Cancellation,
  ClientHandler,
  ClientNotificationOf,
  ClientParams,
  ClientResult,
} from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';
import { editorModelRefusal, refusalOf } from './editorModelRefusal.ts';

/** What of the runtime's client is needed. */
export interface AnswersRuntime {
  answer<Name extends 'list-editor-models' | 'sample-editor-model'>(
    name: Name,
    handler: ClientHandler<Name>,
  ): Disposable;
  notify(name: 'editor-text', fact: ClientNotificationOf<'editor-text'>): void;
}

/** Absent in editors that have none, whatever the types say. */
type LanguageModels = Pick<typeof vscode.lm, 'selectChatModels'>;

const justification = 'The agent of Tool-R1 asks this model how to answer your question.';

export class EditorModels implements Disposable {
  readonly #runtime: AnswersRuntime;
  readonly #models: LanguageModels | undefined;
  readonly #answers: readonly Disposable[];

  /** @param models undefined in an editor that has no language models */
  constructor(runtime: AnswersRuntime, models: LanguageModels | undefined) {
    this.#runtime = runtime;
    this.#models = models;
    this.#answers = [
      runtime.answer('list-editor-models', async () => ({ models: [...(await this.list())] })),
      runtime.answer('sample-editor-model', (params, token) => this.#sample(params, token)),
    ];
  }

  async list(): Promise<readonly ModelListing[]> {
    const models = (await this.#models?.selectChatModels()) ?? [];
    return models.map(({ vendor, id, name, maxInputTokens }) => ({
      name: `editor:${vendor}/${id}`,
      kind: 'editor',
      ready: true,
      detail: `${name}, ${contextWords(maxInputTokens)}. The editor asks for your consent at the first call.`,
    }));
  }

  dispose(): void {
    for (const answer of this.#answers) answer.dispose();
  }

  async #sample(
    params: ClientParams<'sample-editor-model'>,
    cancellation: Cancellation,
  ): Promise<ClientResult<'sample-editor-model'>> {
    const model = await this.#find(params.model);
    const source = new vscode.CancellationTokenSource();
    const ended = cancellation.onCancellationRequested(() => source.cancel());
    if (cancellation.isCancellationRequested) source.cancel();
    try {
      return await this.#stream(model, params, source.token);
    } catch (error) {
      throw refusalOf(error, `${model.vendor}/${model.id}`);
    } finally {
      ended.dispose();
      source.dispose();
    }
  }

  async #find(name: string): Promise<vscode.LanguageModelChat> {
    const slash = name.indexOf('/');
    const [vendor, id] = [name.slice(0, slash), name.slice(slash + 1)];
    const [found] = (await this.#models?.selectChatModels({ vendor, id })) ?? [];
    if (found !== undefined) return found;
    throw editorModelRefusal(
      'not-found',
      `The editor does not offer the language model ${name} now. Choose another with "Tool-R1: Choose Model...".`,
    );
  }

  /** What came until a cancellation counts as the reply: a stop string may have been met. */
  async #stream(
    model: vscode.LanguageModelChat,
    { callId, messages }: ClientParams<'sample-editor-model'>,
    token: vscode.CancellationToken,
  ): Promise<ClientResult<'sample-editor-model'>> {
    const sent = messages.map(({ role, text }) =>
      role === 'user'
        ? vscode.LanguageModelChatMessage.User(text)
        : vscode.LanguageModelChatMessage.Assistant(text),
    );
    let text = '';
    try {
      const reply = await model.sendRequest(sent, { justification }, token);
      for await (const part of reply.text) {
        if (token.isCancellationRequested) break;
        text += part;
        this.#runtime.notify('editor-text', { callId, text: part });
      }
    } catch (error) {
      if (!token.isCancellationRequested) throw error;
    }
    const prompt = messages.map((message) => message.text).join('\n');
    return {
      text,
      promptTokens: await tokensOf(model, prompt),
      completionTokens: await tokensOf(model, text),
    };
  }
}

/** Null when the model does not tell. */
async function tokensOf(model: vscode.LanguageModelChat, text: string): Promise<number | null> {
  try {
    const count = await model.countTokens(text);
    return Number.isInteger(count) && count >= 0 ? count : null;
  } catch {
    return null;
  }
}

function contextWords(tokens: number): string {
  return `reads up to ${tokens.toLocaleString('en')} tokens`;
}
