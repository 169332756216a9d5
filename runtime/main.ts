// The runtime as a process of the extension: JSON-RPC over the IPC channel of the parent. It ends with its parent.
import { randomBytes } from 'node:crypto';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { composeFromEnvironment } from './compose.ts';
import { RuntimeServer } from './serve/runtimeServer.ts';

if (process.send === undefined) {
  process.stderr.write(
    'This is the runtime of the Tool-R1 extension. In a terminal use: tool-r1\n',
  );
  process.exit(2);
}

const { runtime, log } = composeFromEnvironment(import.meta.dirname);
const connection = createMessageConnection(
  new IPCMessageReader(process),
  new IPCMessageWriter(process),
);
const server = new RuntimeServer({
  connection,
  runtime,
  log: log.topic('serve'),
  names: {
    now: () => new Date().toISOString(),
    randomHex: () => randomBytes(8).toString('hex'),
  },
});
connection.listen();

/** A parent that is gone cannot be waited for; this bounds how long its rollouts may take to end. */
const graceMilliseconds = 3000;
let isClosing = false;

function close(): void {
  if (isClosing) return;
  isClosing = true;
  setTimeout(() => process.exit(1), graceMilliseconds).unref();
  void server.close().finally(() => process.exit(0));
}

process.on('disconnect', close);
process.on('SIGTERM', close);
process.on('SIGINT', close);
