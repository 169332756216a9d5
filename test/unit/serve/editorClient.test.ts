import assert from 'node:assert/strict';
import { ResponseError, type CancellationToken } from 'vscode-jsonrpc/node';
import type { EditorModels } from '../../../runtime/policy/editorModels.ts';
import { EditorClient } from '../../../runtime/serve/editorClient.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { messagePair, type MessagePair } from '../../fakes/messagePair.ts';
import { until } from '../../fakes/until.ts';

const never = new AbortController().signal;
const listing = { name: 'editor:a/b', kind: 'editor', ready: true, detail: 'here' };
const messages = [{ role: 'user' as const, text: 'hi' }];

interface Asked {
  readonly callId: string;
  readonly model: string;
}

describe('EditorClient', () => {
  let pair: MessagePair;
  let editor: EditorModels;
  beforeEach(() => {
    pair = messagePair();
    editor = new EditorClient(pair.server);
  });
  afterEach(() => pair.dispose());

  function listen(
    handlers: Readonly<Record<string, (params: Asked, token: CancellationToken) => unknown>>,
  ) {
    for (const [name, handler] of Object.entries(handlers)) pair.client.onRequest(name, handler);
    pair.client.listen();
    pair.server.listen();
  }

  function sample(signal = never) {
    const heard: string[] = [];
    const onText = (text: string) => heard.push(text);
    const reply = editor.sample({ model: 'a/b', messages }, { signal, onText });
    return { reply, heard };
  }

  it('lists the models of the editor', async () => {
    listen({ 'list-editor-models': () => ({ models: [listing] }) });
    assert.deepEqual(await editor.list(never), [listing]);
  });

  it('takes an editor that cannot be asked, or answers wrongly, for one without models', async () => {
    listen({ 'list-editor-models': () => ({ models: 'many' }) });
    assert.deepEqual(await editor.list(never), []);
  });

  it('streams a reply to the call that it belongs to', async () => {
    listen({
      'sample-editor-model': async ({ callId, model }) => {
        await pair.client.sendNotification('editor-text', { callId: 'another', text: 'no' });
        await pair.client.sendNotification('editor-text', { callId, text: 'Hel' });
        await pair.client.sendNotification('editor-text', { callId, text: 'lo' });
        await pair.client.sendNotification('editor-text', { nonsense: true });
        return { text: `Hello ${model}`, promptTokens: 3, completionTokens: null };
      },
    });
    const { reply, heard } = sample();
    assert.deepEqual(await reply, { text: 'Hello a/b', promptTokens: 3, completionTokens: null });
    assert.deepEqual(heard, ['Hel', 'lo']);
  });

  it('leaves at once when it is stopped, and tells the editor', async () => {
    let cancelled = false;
    listen({
      'sample-editor-model': (_params, token) =>
        new Promise(() => token.onCancellationRequested(() => (cancelled = true))),
    });
    const controller = new AbortController();
    const { reply } = sample(controller.signal);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await assert.rejects(reply, { name: 'AbortError' });
    await until(() => cancelled);
  });

  const refusals: [string, () => unknown, string, RegExp][] = [
    [
      'without permission',
      () => new ResponseError(1, 'Allow it in the dialog.', { reason: 'no-permission' }),
      'policy/editor-no-permission',
      /^Allow it in the dialog\.$/,
    ],
    [
      'for a reason that is not known',
      () => new ResponseError(1, 'strange', { reason: 'moon' }),
      'policy/editor-unavailable',
      /a\/b did not answer \(strange\)\. Try again, or choose another/,
    ],
    ['with nonsense', () => ({ nothing: 1 }), 'policy/editor-unavailable', /did not answer/],
  ];
  for (const [name, answer, code, message] of refusals) {
    it(`says what to do when it is refused ${name}`, async () => {
      listen({ 'sample-editor-model': answer });
      await assert.rejects(sample().reply, (error) => {
        assert.ok(error instanceof FailureError);
        assert.equal(error.failure.code, code);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
