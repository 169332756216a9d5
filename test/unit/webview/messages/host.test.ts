import assert from 'node:assert/strict';
import type { PageMessage } from '../../../../runtime/contract/panel.ts';
import { HostProblem, isGivenUp, MessageHost } from '../../../../webview/messages/host.ts';
import { Latest } from '../../../../webview/messages/latest.ts';

describe('asking the extension', () => {
  let sent: PageMessage[];
  let host: MessageHost;

  beforeEach(() => {
    sent = [];
    host = new MessageHost((message) => sent.push(message));
  });

  const idOf = (at: number): number => {
    const message = sent[at];
    return message?.kind === 'request' ? message.id : -1;
  };

  it('gets the answer to its own question', async () => {
    const first = host.request('read-group', { taskId: 'a' });
    const second = host.request('copy', { text: 'x' });
    host.receive({ kind: 'reply', id: idOf(1), result: {} });
    host.receive({ kind: 'reply', id: idOf(0), result: { taskId: 'a' } });
    assert.deepEqual(await second, {});
    assert.equal((await first).taskId, 'a');
    assert.deepEqual(sent[1], {
      kind: 'request',
      id: idOf(1),
      name: 'copy',
      params: { text: 'x' },
    });
  });

  it('fails with the sentence of the extension', async () => {
    const asked = host.request('ready', {});
    host.receive({ kind: 'problem', id: idOf(0), message: 'The file is gone.' });
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof HostProblem);
      return error.message === 'The file is gone.';
    });
  });

  it('gives up when nobody waits any more, and drops the late answer', async () => {
    const stop = new AbortController();
    const asked = host.request('ready', {}, { signal: stop.signal });
    stop.abort();
    host.receive({ kind: 'reply', id: idOf(0), result: {} });
    await assert.rejects(asked, (error) => isGivenUp(error));
    await assert.rejects(host.request('ready', {}, { signal: stop.signal }), isGivenUp);
    assert.equal(sent.length, 1);
  });

  it('says so when the extension does not answer', async () => {
    const asked = host.request('show-log', {}, { timeout: 20 });
    await assert.rejects(asked, /did not answer “show-log”.*open it again/);
  });

  it('leaves alone what is not for it', () => {
    host.receive(null);
    host.receive('text');
    host.receive({ type: 'theme' });
    host.receive({ kind: 'reply', id: 99, result: {} });
    assert.deepEqual(sent, []);
  });

  it('hears facts until it does not want to any more', () => {
    const stop = new AbortController();
    const heard: string[] = [];
    host.on('interrupted', ({ message }) => heard.push(message), stop.signal);
    host.receive({ kind: 'interrupted', id: 'a', message: 'one' });
    host.receive({ kind: 'run-events', events: [] });
    stop.abort();
    host.receive({ kind: 'interrupted', id: 'a', message: 'two' });
    assert.deepEqual(heard, ['one']);
  });
});

describe('the latest of several questions', () => {
  it('gives up those before it', () => {
    const latest = new Latest();
    const first = latest.next();
    const second = latest.next();
    assert.equal(first.aborted, true);
    assert.equal(second.aborted, false);
    latest.stop();
    assert.equal(second.aborted, true);
  });
});
