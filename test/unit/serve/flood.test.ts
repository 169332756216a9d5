import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { RunEvent } from '../../../runtime/contract/events.ts';

const child = fileURLToPath(new URL('../../fakes/floodingChild.ts', import.meta.url));

describe('a flood of events over the channel of the process', function () {
  this.timeout(60_000);

  it('arrives whole and in order, with 20 MB in the middle', async () => {
    const sender = fork(child, { execArgv: ['--import', 'tsx'] });
    const connection = createMessageConnection(
      new IPCMessageReader(sender),
      new IPCMessageWriter(sender),
    );
    let text = '';
    let arrivals = 0;
    connection.onNotification('run-event', (raw: unknown) => {
      const event = RunEvent.parse(raw);
      arrivals += 1;
      if (event.type === 'text-sampled') text += event.text;
    });
    connection.listen();
    const [code] = (await once(sender, 'exit')) as [number];
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.dispose();
    assert.equal(code, 0);
    assert.equal(text.length - text.replaceAll('x', '').length, 20_000_000);
    const numbers = text.replaceAll('x', '').trim().split(/\s+/);
    assert.deepEqual(
      numbers,
      Array.from({ length: 400 }, (_, place) => String(place + 1)),
    );
    assert.ok(arrivals > 20, `${arrivals} arrivals: the tokens were held back`);
  });
});
