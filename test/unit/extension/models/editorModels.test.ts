import assert from 'node:assert/strict';
import { ResponseError } from 'vscode-jsonrpc/node';
import type { EditorModels } from '../../../../extension/models/editorModels.ts';
import type { ClientHandler } from '../../../../extension/runtime/runtimeRequests.ts';
import { FakeCancellation, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

interface Module {
  readonly EditorModels: new (runtime: unknown, models: unknown) => EditorModels;
}

interface Request {
  readonly messages: unknown;
  readonly justification: string | undefined;
}

/** A language model of an editor. */
class ChatModel {
  readonly vendor = 'acme';
  readonly id = 'large';
  readonly name = 'Acme Large';
  readonly maxInputTokens = 128_000;
  readonly requests: Request[] = [];
  parts: readonly string[] = ['Thought\n', '<code>1</code>'];
  /** Called before each part. */
  onPart: (index: number) => void = () => undefined;
  countTokens: (text: string) => Promise<number> = (text) => Promise.resolve(text.length);

  async sendRequest(messages: unknown, options: { justification?: string }): Promise<unknown> {
    await Promise.resolve();
    this.requests.push({ messages, justification: options.justification });
    return { text: this.#text() };
  }

  async *#text(): AsyncGenerator<string> {
    for (const [index, part] of this.parts.entries()) {
      await Promise.resolve();
      this.onPart(index);
      yield part;
    }
  }
}

const messages = [
  { role: 'user' as const, text: 'Question' },
  { role: 'assistant' as const, text: 'Thought' },
];

describe('language models of the editor', () => {
  let model: ChatModel;
  let told: unknown[];
  let handlers: Map<string, ClientHandler<'sample-editor-model'>>;
  let models: EditorModels;
  let open: (api: unknown) => EditorModels;

  before(async function () {
    this.timeout(30_000);
    const { EditorModels } = await new ScriptedEditor().load<Module>('models/editorModels.ts');
    open = (api) =>
      new EditorModels(
        {
          answer(name: string, handler: ClientHandler<'sample-editor-model'>) {
            handlers.set(name, handler);
            return { dispose: () => handlers.delete(name) };
          },
          notify: (_: string, fact: unknown) => told.push(fact),
        },
        api,
      );
  });

  beforeEach(() => {
    model = new ChatModel();
    told = [];
    handlers = new Map();
    models = open({
      selectChatModels: (selector?: { vendor: string; id: string }) =>
        Promise.resolve(
          selector === undefined || (selector.vendor === 'acme' && selector.id === 'large')
            ? [model]
            : [],
        ),
    });
  });

  const sample = (name = 'acme/large', cancellation = new FakeCancellation()) =>
    handlers.get('sample-editor-model')?.(
      { callId: 'c1', model: name, messages },
      cancellation.token,
    );

  it('are listed by vendor and id', async () => {
    assert.deepEqual(await models.list(), [
      {
        name: 'editor:acme/large',
        kind: 'editor',
        ready: true,
        detail:
          'Acme Large, reads up to 128,000 tokens. The editor asks for your consent at the first call.',
      },
    ]);
  });

  it('are none in an editor that has none', async () => {
    assert.deepEqual(await open(undefined).list(), []);
  });

  it('stream their reply and give it whole', async () => {
    assert.deepEqual(await sample(), {
      text: 'Thought\n<code>1</code>',
      promptTokens: 'Question\nThought'.length,
      completionTokens: 'Thought\n<code>1</code>'.length,
    });
    assert.deepEqual(told, [
      { callId: 'c1', text: 'Thought\n' },
      { callId: 'c1', text: '<code>1</code>' },
    ]);
    assert.deepEqual(model.requests[0]?.messages, messages);
    assert.match(model.requests[0].justification ?? '', /Tool-R1/);
  });

  it('give what there is when the runtime has enough', async () => {
    const cancellation = new FakeCancellation();
    model.onPart = (index) => {
      if (index === 1) cancellation.cancel();
    };
    const reply = await sample('acme/large', cancellation);
    assert.equal(reply?.text, 'Thought\n');
    assert.equal(told.length, 1);
  });

  it('do not tell tokens that they cannot count', async () => {
    model.countTokens = () => Promise.reject(new Error('no tokenizer'));
    const reply = await sample();
    assert.deepEqual([reply?.promptTokens, reply?.completionTokens], [null, null]);
  });

  it('say that the person did not allow it', async () => {
    model.sendRequest = () =>
      Promise.reject(Object.assign(new Error('denied'), { code: 'NoPermissions' }));
    await assert.rejects(Promise.resolve(sample()), (error: unknown) => {
      assert.ok(error instanceof ResponseError);
      assert.deepEqual(error.data, { reason: 'no-permission' });
      assert.match(error.message, /may not use the language model acme\/large/);
      return true;
    });
  });

  it('say when the stream breaks, which is no reply', async () => {
    model.onPart = (index) => {
      if (index === 1) throw new Error('connection reset');
    };
    await assert.rejects(Promise.resolve(sample()), /could not answer \(connection reset\)/);
  });

  it('say that one is gone', async () => {
    await assert.rejects(Promise.resolve(sample('acme/small')), (error: unknown) => {
      assert.ok(error instanceof ResponseError);
      assert.deepEqual(error.data, { reason: 'not-found' });
      return true;
    });
  });

  it('are not asked any more at the end', () => {
    models.dispose();
    assert.equal(handlers.size, 0);
  });
});
