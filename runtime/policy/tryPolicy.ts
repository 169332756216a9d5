// Whether a model answers, found out by one short question.
import { failure } from '../support/errors.ts';
import type { Policy, PolicyRequest } from './policy.ts';

const request: PolicyRequest = {
  messages: [{ role: 'user', content: 'Reply with one word: ready' }],
  stop: [],
  maxTokens: 64,
  temperature: 0,
  topP: 1,
  seed: 1,
  shape: 'free',
};
const shownCharacters = 80;

/**
 * What the model said, as a sentence.
 * @throws FailureError at boundary `policy`
 */
export async function tryPolicy(policy: Policy, signal: AbortSignal): Promise<string> {
  const reply = await policy.complete(request, { signal });
  if (reply.finishReason === 'cancelled') {
    throw failure(
      'policy',
      'too-slow',
      'The model did not answer in time. Try again, or take another one.',
    );
  }
  const said = (reply.text.trim() || (reply.reasoning ?? '').trim()).replaceAll(/\s+/g, ' ');
  if (said === '') {
    throw failure(
      'policy',
      'empty-reply',
      'The model answered with nothing. Try again, or take another one.',
    );
  }
  const shown = said.length > shownCharacters ? `${said.slice(0, shownCharacters)}…` : said;
  return `It answered: ${shown}`;
}
