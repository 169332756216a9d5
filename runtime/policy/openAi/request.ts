// The body of one request to an OpenAI-compatible server, in the dialect that the server has been found to speak.
import type { ServerModel } from '../modelName.ts';
import type { ServerDialect } from './dialect.ts';
import type { ChatMessage, PolicyRequest } from '../policy.ts';

/** The prompt of a plain completion: token ids where the server can tokenize, else text. */
export type Prompt = { readonly ids: readonly number[] } | { readonly text: string };

/** Ends a turn in ChatML, the form in which `chatMlPrompt` writes messages. */
export const chatMlEnd = '<|im_end|>';

/** Messages as one text, for servers that complete text and cannot apply the model's own chat template. */
export function chatMlPrompt(messages: readonly ChatMessage[]): string {
  const turns = messages.map(
    (message) => `<|im_start|>${message.role}\n${message.content}${chatMlEnd}\n`,
  );
  return `${turns.join('')}<|im_start|>assistant\n`;
}

export interface RequestParts {
  readonly model: ServerModel;
  readonly request: PolicyRequest;
  readonly dialect: ServerDialect;
  /** For the `completions` endpoint; null for chat. */
  readonly prompt: Prompt | null;
}

/** The JSON body. A field that the server refused before is left out. */
export function requestBody(parts: RequestParts): Record<string, unknown> {
  const { model, request, dialect } = parts;
  const body: Record<string, unknown> = {
    model: model.name,
    ...(parts.prompt === null
      ? { messages: acceptedMessages(request.messages, dialect).map(wireMessage) }
      : { prompt: 'ids' in parts.prompt ? parts.prompt.ids : parts.prompt.text }),
    stream: true,
    stream_options: { include_usage: true },
    [dialect.maxTokensField]: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    ...(request.seed === null ? {} : { seed: request.seed }),
    ...(request.stop.length === 0 ? {} : { stop: request.stop.slice(0, maxStopStrings) }),
    ...tokenFields(parts.prompt !== null),
  };
  return Object.fromEntries(Object.entries(body).filter(([field]) => !dialect.refused.has(field)));
}

/** Text alone stays a text; pictures are parts of the message, inside the request itself. */
function wireMessage({ role, content, pictures = [] }: ChatMessage): Record<string, unknown> {
  if (pictures.length === 0) return { role, content };
  const shown = pictures.map(({ mediaType, bytes }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return { role, content: [{ type: 'text', text: content }, ...shown] };
}

/** OpenAI's limit; further stop strings still hold, because the reply is cut here as well. */
const maxStopStrings = 4;

/** Asks for token ids and log-probabilities, which training needs; servers without them ignore or refuse the fields. */
function tokenFields(plain: boolean): Record<string, unknown> {
  // Plain completions take the number of alternatives; 0 asks for the sampled token alone.
  if (plain) return { return_token_ids: true, logprobs: 0 };
  return { return_token_ids: true, logprobs: true, top_logprobs: 0 };
}

/** Some chat templates know no system role; its text then opens the first user message. */
function acceptedMessages(
  messages: readonly ChatMessage[],
  dialect: ServerDialect,
): readonly ChatMessage[] {
  if (dialect.systemRole) return messages;
  const system = messages.filter((message) => message.role === 'system');
  const others = messages.filter((message) => message.role !== 'system');
  const opening = system.map((message) => message.content).join('\n\n');
  const [first, ...rest] = others;
  if (opening === '' || first === undefined) return messages;
  if (first.role !== 'user') return [{ role: 'user', content: opening }, ...others];
  return [{ ...first, content: `${opening}\n\n${first.content}` }, ...rest];
}
