import assert from 'node:assert/strict';
import { type Prompt, Prompts } from '../../../../runtime/remote/machines/prompts.ts';

const asked = { machine: 'a100', question: 'Password:', kind: 'secret' } as const;
const signal = new AbortController().signal;

describe('questions of ssh', () => {
  const heard: Prompt[] = [];
  let ids = 0;
  const open = (milliseconds = 5_000): Prompts => {
    heard.length = 0;
    const prompts = new Prompts(() => `p${(ids += 1)}`, milliseconds);
    prompts.onAsked((prompt) => void heard.push(prompt));
    return prompts;
  };

  it('are put to the person and answered by their number', async () => {
    const prompts = open();
    const answers = [prompts.ask(asked, signal), prompts.ask({ ...asked, machine: 'b' }, signal)];
    const [one, other] = heard;
    assert.equal(one?.question, 'Password:');
    assert.notEqual(one.promptId, other?.promptId);
    prompts.answer(other?.promptId ?? '', 'for b');
    prompts.answer(one.promptId, 'for a100');
    assert.deepEqual(await Promise.all(answers), ['for a100', 'for b']);
  });

  it('are given up after a while', async () => {
    assert.equal(await open(20).ask(asked, signal), null);
  });

  it('are given up when ssh does not need the answer any more', async () => {
    const stop = new AbortController();
    const answer = open().ask(asked, stop.signal);
    stop.abort();
    assert.equal(await answer, null);
    assert.equal(await open().ask(asked, stop.signal), null);
  });

  it('are refused at once where nobody hears them', async () => {
    assert.equal(await new Prompts(() => 'p').ask(asked, signal), null);
  });

  it('may be answered too late without harm', () => {
    open().answer('long gone', 'yes');
  });
});
