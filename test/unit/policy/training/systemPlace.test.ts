import assert from 'node:assert/strict';
import type { ChatMessage } from '../../../../runtime/policy/policy.ts';
import { findSystemPlace, placeSystem } from '../../../../runtime/policy/training/systemPlace.ts';
import { failure } from '../../../../runtime/support/errors.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { encode, render } from '../../../fakes/toyTokenizer.ts';

const never = new AbortController().signal;
const told: readonly ChatMessage[] = [
  { role: 'system', content: 'be brief' },
  { role: 'user', content: 'begin' },
  { role: 'assistant', content: 'ok' },
];

const server = (write: (messages: readonly ChatMessage[]) => string) => ({
  tokenize: async (messages: readonly ChatMessage[]) =>
    Promise.resolve({ ids: encode(write(messages)), contextTokens: null }),
});

describe('findSystemPlace', () => {
  it('leaves system messages to a template that writes them', async () => {
    const chatml = server((messages) => render('chatml', messages, true));
    assert.equal(await findSystemPlace(chatml, never), 'own-message');
  });

  it('sees a template that leaves them out', async () => {
    const silent = server((messages) =>
      render(
        'llama3',
        messages.filter(({ role }) => role !== 'system'),
        true,
      ),
    );
    assert.equal(await findSystemPlace(silent, never), 'first-user-message');
  });

  it('sees a template that refuses them', async () => {
    const refusing = server(() => {
      throw failure('policy', 'refused', 'System role not supported');
    });
    assert.equal(await findSystemPlace(refusing, never), 'first-user-message');
  });

  it('takes a server that is gone for no answer', async () => {
    const gone = server(() => {
      throw failure('policy', 'unreachable', 'gone');
    });
    assert.equal((await failureOf(findSystemPlace(gone, never))).code, 'policy/unreachable');
  });
});

describe('placeSystem', () => {
  it('leaves the conversation as it is where the template takes it', () => {
    assert.equal(placeSystem(told, 'own-message'), told);
  });

  it('begins the first user message with the system text', () => {
    assert.deepEqual(placeSystem(told, 'first-user-message'), [
      { role: 'user', content: 'be brief\n\nbegin' },
      { role: 'assistant', content: 'ok' },
    ]);
  });

  it('makes a user message of a system text that stands alone', () => {
    const [system, , reply] = told;
    assert.deepEqual(placeSystem([system!], 'first-user-message'), [
      { role: 'user', content: 'be brief' },
    ]);
    assert.deepEqual(placeSystem([system!, reply!], 'first-user-message')[1], reply);
  });

  it('leaves a conversation without system text as it is', () => {
    assert.deepEqual(placeSystem(told.slice(1), 'first-user-message'), told.slice(1));
  });
});
