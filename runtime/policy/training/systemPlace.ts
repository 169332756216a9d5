// Where the system text of a conversation goes. Some chat templates refuse a system message, or leave it out without a word; for them
// it stands at the beginning of the first user message, as their makers advise.
import { FailureError } from '../../support/errors.ts';
import type { ChatMessage } from '../policy.ts';
import type { ChatTokenizer } from './tokenServer.ts';
import { sameIds } from './tokenWire.ts';

export type SystemPlace = 'own-message' | 'first-user-message';

/** Asks the server twice. @throws FailureError at boundary `policy` other than a refusal */
export async function findSystemPlace(
  server: ChatTokenizer,
  signal: AbortSignal,
): Promise<SystemPlace> {
  const ask = (content: string) =>
    server.tokenize(
      [
        { role: 'system', content },
        { role: 'user', content: 'go' },
      ],
      signal,
    );
  try {
    const [one, other] = await Promise.all([ask('left'), ask('down')]);
    return sameIds(one.ids, other.ids) ? 'first-user-message' : 'own-message';
  } catch (error) {
    if (isRefusal(error)) return 'first-user-message';
    throw error;
  }
}

/** The server understood the question and does not do it, as when a chat template refuses a conversation. */
export function isRefusal(error: unknown): error is FailureError {
  return error instanceof FailureError && error.failure.code === 'policy/refused';
}

/** The same conversation with its system text in its place. */
export function placeSystem(
  messages: readonly ChatMessage[],
  place: SystemPlace,
): readonly ChatMessage[] {
  const [first, ...rest] = messages;
  if (place === 'own-message' || first?.role !== 'system') return messages;
  const [next, ...later] = rest;
  if (next?.role !== 'user') return [{ role: 'user', content: first.content }, ...rest];
  return [{ role: 'user', content: `${first.content}\n\n${next.content}` }, ...later];
}
