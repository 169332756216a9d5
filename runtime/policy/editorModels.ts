// The language models of the editor, which only the extension can call. runtime/serve asks it over the message connection.
import type { EditorMessage, ModelListing } from '../contract/requests.ts';

export interface EditorRequest {
  /** The part of the name after `editor:`. */
  readonly model: string;
  readonly messages: readonly EditorMessage[];
}

export interface EditorReply {
  readonly text: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export interface EditorModels {
  /** Empty when the editor has none, or does not answer. */
  list(signal: AbortSignal): Promise<readonly ModelListing[]>;
  /**
   * Streams by `onText`, pieces in order, and gives the whole reply.
   * @throws FailureError at boundary `policy` that says what to do, or an AbortError
   */
  sample(
    request: EditorRequest,
    options: { readonly signal: AbortSignal; readonly onText: (text: string) => void },
  ): Promise<EditorReply>;
}
