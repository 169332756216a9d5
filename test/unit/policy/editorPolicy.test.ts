import assert from 'node:assert/strict';
import { Reply } from '../../../runtime/contract/reply.ts';
import type {
  EditorModels,
  EditorReply,
  EditorRequest,
} from '../../../runtime/policy/editorModels.ts';
import { EditorPolicy } from '../../../runtime/policy/editorPolicy.ts';
import type { ChatMessage, PolicyRequest } from '../../../runtime/policy/policy.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

const never = new AbortController().signal;

type Sample = EditorModels['sample'];

function reply(text: string): EditorReply {
  return { text, promptTokens: 10, completionTokens: 5 };
}

/** Says the pieces one by one, as long as it is wanted. */
function saying(...pieces: string[]): Sample {
  return async (_request, { signal, onText }) => {
    for (const piece of pieces) {
      await Promise.resolve();
      signal.throwIfAborted();
      onText(piece);
    }
    return reply(pieces.join(''));
  };
}

function open(sample: Sample) {
  const requests: EditorRequest[] = [];
  const models: EditorModels = {
    list: () => Promise.resolve([]),
    sample: (request, options) => {
      requests.push(request);
      return sample(request, options);
    },
  };
  const policy = new EditorPolicy({ id: 'vendor/id', models, clock: tickingClock() });
  const heard: string[] = [];
  const ask = (over: Partial<PolicyRequest> = {}, signal = never) =>
    policy.complete(
      {
        messages: [{ role: 'user', content: 'hi' }],
        stop: ['<end_code>'],
        maxTokens: 100,
        temperature: 1,
        topP: 1,
        seed: null,
        shape: 'free',
        ...over,
      },
      { signal, onText: (text) => heard.push(text) },
    );
  return { policy, ask, heard, requests };
}

describe('EditorPolicy', () => {
  it('streams a reply and says what it took', async () => {
    const { ask, heard, policy } = open(saying('Thought', ': x'));
    const said = Reply.parse(await ask());
    assert.deepEqual(
      [said.text, said.finishReason, said.model],
      ['Thought: x', 'stop', 'vendor/id'],
    );
    assert.deepEqual(said.usage, { promptTokens: 10, completionTokens: 5 });
    assert.equal(heard.join(''), 'Thought: x');
    assert.equal(policy.model, 'editor:vendor/id');
    assert.ok((said.firstTokenMilliseconds ?? 0) > 0);
  });

  it('cuts at a stop string, across pieces, and ends the call', async () => {
    let asked = 0;
    const { ask, heard } = open(async (_request, { signal, onText }) => {
      for (const piece of ['code\n<end', '_code> and', ' more', ' and more']) {
        await Promise.resolve();
        if (signal.aborted) throw new DOMException('stop', 'AbortError');
        asked += 1;
        onText(piece);
      }
      return reply('');
    });
    const said = await ask();
    assert.deepEqual(
      [said.text, said.stopString, said.finishReason, asked],
      ['code\n', '<end_code>', 'stop', 2],
    );
    assert.equal(heard.join(''), 'code\n');
  });

  it('ends a reply that is longer than was asked for', async () => {
    const { ask } = open(saying(...Array.from({ length: 50 }, () => 'x'.repeat(20))));
    const said = await ask({ maxTokens: 10 });
    assert.equal(said.finishReason, 'length');
    assert.ok(said.text.length >= 60 && said.text.length < 200);
  });

  it('takes a reply that did not come in pieces', async () => {
    const { ask, heard } = open(() => Promise.resolve(reply('whole<end_code>rest')));
    assert.equal((await ask()).text, 'whole');
    assert.deepEqual(heard, ['whole']);
  });

  it('gives what was said so far when a person stops it', async () => {
    const controller = new AbortController();
    const { ask } = open(async (_request, { signal, onText }) => {
      onText('so far');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new DOMException('stopped', 'AbortError');
    });
    const asking = ask({}, controller.signal);
    controller.abort();
    const said = await asking;
    assert.deepEqual([said.text, said.finishReason, said.usage], ['so far', 'cancelled', null]);
  });

  it('ends replies in flight when it is disposed', async () => {
    const { ask, policy } = open(
      (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('gone')));
        }),
    );
    const asking = ask();
    await policy.dispose();
    assert.equal((await asking).finishReason, 'cancelled');
  });

  it('passes on why the editor refuses', async () => {
    const refused = failure('policy', 'editor-quota', 'The quota is used up. Try tomorrow.');
    const { ask } = open(() => Promise.reject(refused));
    await assert.rejects(ask(), refused);
  });

  it('tells what the system says before what the user says, and joins what follows', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'rules' },
      { role: 'user', content: 'question' },
      { role: 'assistant', content: 'reply' },
      { role: 'user', content: 'observation' },
    ];
    const { ask, requests } = open(saying('x'));
    await ask({ messages });
    assert.deepEqual(requests, [
      {
        model: 'vendor/id',
        messages: [
          { role: 'user', text: 'rules\n\nquestion' },
          { role: 'assistant', text: 'reply' },
          { role: 'user', text: 'observation' },
        ],
      },
    ]);
  });

  it('counts tokens higher once the editor counted more', async () => {
    const { ask, policy } = open(() =>
      Promise.resolve({ text: 'x', promptTokens: 5000, completionTokens: 1 }),
    );
    const before = await policy.countTokens([{ role: 'user', content: 'hi' }]);
    await ask();
    assert.ok((await policy.countTokens([{ role: 'user', content: 'hi' }])) > before);
  });
});
