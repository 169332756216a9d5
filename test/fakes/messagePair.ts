// Two ends of a message connection in one process, as the runtime and the extension have them.
import { PassThrough } from 'node:stream';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

export interface MessagePair {
  /** The end of the extension; listen on it when its handlers are there. */
  readonly client: MessageConnection;
  /** The end of the runtime. */
  readonly server: MessageConnection;
  dispose(): void;
}

export function messagePair(): MessagePair {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const client = createMessageConnection(
    new StreamMessageReader(back),
    new StreamMessageWriter(there),
  );
  const server = createMessageConnection(
    new StreamMessageReader(there),
    new StreamMessageWriter(back),
  );
  const dispose = () => {
    client.dispose();
    server.dispose();
  };
  return { client, server, dispose };
}
