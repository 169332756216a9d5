import assert from 'node:assert/strict';
import { IpcWriter, type IpcChannel } from '../../../runtime/serve/ipcWriter.ts';

type Done = (error: Error | null) => void;
const message = { jsonrpc: '2.0' };

function open(connected = true) {
  const waiting: Done[] = [];
  const channel: IpcChannel = {
    connected,
    send: (_message, _handle, _options, done) => {
      waiting.push(done);
      return false;
    },
  };
  const writer = new IpcWriter(channel);
  const errors: Error[] = [];
  writer.onError(([error]) => errors.push(error));
  return { writer, waiting, errors };
}

describe('IpcWriter', () => {
  it('resolves when the channel has taken the message, not before', async () => {
    const { writer, waiting } = open();
    let written = false;
    const writing = writer.write(message).then(() => (written = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(written, false);
    waiting[0]?.(null);
    await writing;
    writer.end();
  });

  it('rejects and tells when a message could not be written', async () => {
    const { writer, waiting, errors } = open();
    const writing = writer.write(message);
    waiting[0]?.(new Error('EPIPE'));
    await assert.rejects(writing, { message: 'EPIPE' });
    assert.equal(errors[0]?.message, 'EPIPE');
  });

  it('rejects at once when the parent is gone', async () => {
    const { writer, waiting } = open(false);
    await assert.rejects(writer.write(message), { message: /parent process is gone/ });
    assert.equal(waiting.length, 0);
  });
});
