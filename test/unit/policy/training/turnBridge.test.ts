import assert from 'node:assert/strict';
import type { ChatMessage } from '../../../../runtime/policy/policy.ts';
import type { ChatTokenizer } from '../../../../runtime/policy/training/tokenServer.ts';
import { TurnBridge } from '../../../../runtime/policy/training/turnBridge.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { decode, encode, markId, render, type Template } from '../../../fakes/toyTokenizer.ts';

const never = new AbortController().signal;

function server(write: (messages: readonly ChatMessage[]) => string): ChatTokenizer {
  return {
    tokenize: (messages) => Promise.resolve({ ids: encode(write(messages)), contextTokens: null }),
  };
}

function bridgeOf(template: Template): Promise<TurnBridge> {
  return TurnBridge.find(
    server((messages) => render(template, messages, true)),
    never,
  );
}

async function pieceText(template: Template, sampled: string, message: string): Promise<string> {
  const bridge = await bridgeOf(template);
  return decode(await bridge.piece(encode(sampled), message, never));
}

describe('TurnBridge', () => {
  it('finds what follows a reply in ChatML', async () => {
    assert.equal(
      await pieceText('chatml', 'x = 1', 'Observation:\n1'),
      '<|im_end|>\n<|im_start|>user\nObservation:\n1<|im_end|>\n<|im_start|>assistant\n',
    );
  });

  it('finds what follows a reply in the format of Llama 3', async () => {
    assert.equal(
      await pieceText('llama3', 'x = 1', 'Observation:\n1'),
      '<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nObservation:\n1<|eot_id|>' +
        '<|start_header_id|>assistant<|end_header_id|>\n\n',
    );
  });

  it('does not repeat an end of turn that the policy sampled', async () => {
    assert.equal(
      await pieceText('chatml', 'x = 1<|im_end|>', 'ok'),
      '\n<|im_start|>user\nok<|im_end|>\n<|im_start|>assistant\n',
    );
    assert.equal(
      await pieceText('llama3', 'x = 1<|eot_id|>', 'ok'),
      '<|start_header_id|>user<|end_header_id|>\n\nok<|eot_id|>' +
        '<|start_header_id|>assistant<|end_header_id|>\n\n',
    );
  });

  it('keeps the end of turn after another end that the policy sampled', async () => {
    assert.ok((await pieceText('chatml', 'x<|endoftext|>', 'ok')).startsWith('<|im_end|>\n'));
  });

  it('names the mark that ends a turn, so that sampling can stop there', async () => {
    assert.equal((await bridgeOf('chatml')).endOfTurn, markId('<|im_end|>'));
    assert.equal((await bridgeOf('llama3')).endOfTurn, markId('<|eot_id|>'));
  });

  it('names no mark where turns end with ordinary text, or every line would end a reply', async () => {
    assert.equal((await bridgeOf('bare')).endOfTurn, null);
    assert.equal(await pieceText('bare', 'x', 'ok'), '\nuser: ok\nassistant: ');
  });

  it('refuses a template that tells earlier turns differently later', async () => {
    const changing = server((messages) =>
      render(
        'chatml',
        [{ role: 'system', content: String(messages.at(-1)?.content.length) }, ...messages],
        true,
      ),
    );
    const failure = await failureOf(TurnBridge.find(changing, never));
    assert.equal(failure.code, 'policy/template-not-usable');
  });

  it('refuses a template that drops the reply', async () => {
    const dropping = server((messages) =>
      render(
        'chatml',
        messages.filter(({ role }) => role !== 'assistant'),
        true,
      ),
    );
    const failure = await failureOf(TurnBridge.find(dropping, never));
    assert.equal(failure.code, 'policy/template-not-usable');
  });

  it('sees a template that changes only with a later message', async () => {
    let date = '1 June';
    const dated = server((messages) =>
      render('chatml', [{ role: 'system', content: date }, ...messages], true),
    );
    const bridge = await TurnBridge.find(dated, never);
    date = '2 June';
    const failure = await failureOf(bridge.piece([1], 'ok', never));
    assert.equal(failure.code, 'policy/template-not-usable');
  });
});
