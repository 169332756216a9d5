import assert from 'node:assert/strict';
import { parseServerModel } from '../../../../runtime/policy/modelName.ts';
import { fullDialect } from '../../../../runtime/policy/openAi/dialect.ts';
import { requestBody } from '../../../../runtime/policy/openAi/request.ts';
import type { ChatMessage } from '../../../../runtime/policy/policy.ts';

const model = parseServerModel('seer@http://localhost:1/v1');

function messagesOf(messages: readonly ChatMessage[], systemRole = true): unknown {
  const request = {
    messages,
    stop: [],
    maxTokens: 10,
    temperature: 0,
    topP: 1,
    seed: null,
    shape: 'free' as const,
  };
  const dialect = { ...fullDialect, systemRole };
  return requestBody({ model, request, dialect, prompt: null })['messages'];
}

describe('pictures in a request', () => {
  const system: ChatMessage = { role: 'system', content: 'Look.' };
  const pictures = [{ mediaType: 'image/png' as const, bytes: Uint8Array.of(1, 2, 253) }];
  const url = 'data:image/png;base64,AQL9';

  it('are parts of the message after its text', () => {
    assert.deepEqual(messagesOf([system, { role: 'user', content: 'How many?', pictures }]), [
      system,
      {
        role: 'user',
        content: [
          { type: 'text', text: 'How many?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ]);
  });
  it('stay where a server knows no system role', () => {
    assert.deepEqual(
      messagesOf([system, { role: 'user', content: 'How many?', pictures }], false),
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.\n\nHow many?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    );
  });
  it('leave messages without any as plain text', () => {
    const user: ChatMessage = { role: 'user', content: 'Hello', pictures: [] };
    assert.deepEqual(messagesOf([system, user]), [system, { role: 'user', content: 'Hello' }]);
  });
});
