// The runtime as a process of the extension: JSON-RPC over the IPC channel of the parent. It ends with its parent.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { createMessageConnection, IPCMessageReader } from 'vscode-jsonrpc/node';
import { composeFromEnvironment } from './compose.ts';
import type { CheckpointServer } from './policy/checkpointServer.ts';
import { EditorClient } from './serve/editorClient.ts';
import { IpcWriter, type IpcChannel } from './serve/ipcWriter.ts';
import { RuntimeService } from './serve/runtimeService.ts';
import { ViewThread } from './store/viewing/viewThread.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';

if (process.send === undefined) {
  process.stderr.write(
    'This is the runtime of the Tool-R1 extension. In a terminal use: tool-r1\n',
  );
  process.exit(2);
}

const channel: IpcChannel = {
  get connected() {
    return process.connected;
  },
  send: (message, handle, options, done) => process.send?.(message, handle, options, done) ?? false,
};
const connection = createMessageConnection(new IPCMessageReader(process), new IpcWriter(channel));
const editor = new EditorClient(connection);
/** By way of the service, which tells the editor what machines ask. */
const checkpoints: CheckpointServer = {
  serve: async (name, options) => (await service.openMachines()).models.serve(name, options),
  list: async () => (await service.openMachines()).models.list(),
};
const { runtime, log } = composeFromEnvironment(import.meta.dirname, {
  editor: { models: editor },
  checkpoints,
});
const service = new RuntimeService({
  connection,
  runtime,
  log: log.topic('serve'),
  viewer: new ViewThread({
    workerFile: new URL('viewWorker.mjs', import.meta.url),
    log: log.topic('view'),
  }),
  cacheDirectory: cacheDirectory({
    platform: process.platform,
    env: process.env,
    homeDirectory: homedir(),
  }),
  openMachines: async () => {
    const { composeForEditor } = await import('./composeMachines.ts');
    return composeForEditor(import.meta.dirname, log.topic('machines'));
  },
  checksResults: process.env['TOOL_R1_CHECK_RESULTS'] === '1',
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
  void service.close().finally(() => process.exit(0));
}

process.on('disconnect', close);
process.on('SIGTERM', close);
process.on('SIGINT', close);
