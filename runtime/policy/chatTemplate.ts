// Renders messages with the chat template that a model brings along. What the messages say is kept apart from the markup of
// the template, so that a document with `<|im_end|>` in it cannot end a turn.
import { Template } from '@huggingface/jinja';
import { errorMessage, failure } from '../support/errors.ts';
import type { ChatMessage } from './policy.ts';

export interface PromptPiece {
  readonly text: string;
  /** Markup of the template: special tokens in it count. In a message they are plain text. */
  readonly markup: boolean;
}

export interface ChatTemplateSettings {
  /** Jinja source; null renders as ChatML, which most small models without a template know. */
  readonly source: string | null;
  readonly bosToken: string;
  readonly eosToken: string;
}

const chatMl =
  "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}{{ '<|im_start|>assistant\\n' }}";

/** Stands for the content of a message while the template runs; private-use characters, so that no template knows them. */
const placeholder = (index: number): string => `\uE000${index}\uE001`;
const placeholders = /\uE000(\d+)\uE001/;

export class ChatTemplate {
  readonly #settings: ChatTemplateSettings;
  readonly #template: Template;

  /** @throws FailureError `policy/chat-template` when the source is no template */
  constructor(settings: ChatTemplateSettings) {
    this.#settings = settings;
    try {
      this.#template = new Template(settings.source ?? chatMl);
    } catch (error) {
      throw refusal('cannot be read', error);
    }
  }

  /**
   * The prompt in pieces, ending where the model's reply begins.
   * @throws FailureError `policy/chat-template` when the template refuses the messages
   */
  render(messages: readonly ChatMessage[]): readonly PromptPiece[] {
    try {
      return this.#pieces(messages);
    } catch (error) {
      // Some templates know no system role; its text then goes before the first question.
      const [system, user, ...rest] = messages;
      if (system?.role !== 'system' || user?.role !== 'user')
        throw refusal('refused the messages', error);
      const merged = `${system.content}\n\n${user.content}`;
      try {
        return this.#pieces([{ role: 'user', content: merged }, ...rest]);
      } catch (second) {
        throw refusal('refused the messages', second);
      }
    }
  }

  #pieces(messages: readonly ChatMessage[]): readonly PromptPiece[] {
    const text = this.#template.render({
      messages: messages.map(({ role }, index) => ({ role, content: placeholder(index) })),
      add_generation_prompt: true,
      bos_token: this.#settings.bosToken,
      eos_token: this.#settings.eosToken,
    });
    // Splitting by a pattern with one group puts the indices at the odd places.
    return text
      .split(placeholders)
      .map((part, place) =>
        place % 2 === 0
          ? { text: part, markup: true }
          : { text: messages[Number(part)]?.content ?? '', markup: false },
      )
      .filter((piece) => piece.text !== '');
  }
}

function refusal(what: string, error: unknown): Error {
  return failure(
    'policy',
    'chat-template',
    `The chat template of the model ${what} (${errorMessage(error)}). Use a model whose template takes system, user and assistant turns.`,
    error,
  );
}
