// Puts together what the MCP server stands on: a reader of trajectory files, the runs, and the runtime of the terminal. What is heavy
// is opened by the first call that needs it.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { openDoorFolders } from './mcp/doorFolders.ts';
import type { DoorHost } from './mcp/doorHost.ts';
import { openMcpServer, type OpenedMcpServer } from './mcp/mcpServer.ts';
import type { DoorsMeans, DoorsWish } from './mcp/serving.ts';
import type { EditorMachines } from './remote/machineServices.ts';
import { allFormats } from './store/formats/allFormats.ts';
import { FileViewer } from './store/viewing/fileViewer.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';
import { systemClock } from './support/clock.ts';
import { Closing } from './support/closing.ts';
import { openFileLog, type Log } from './support/log.ts';

export interface DoorsProgram {
  /** Of the program's file. */
  readonly folder: string;
  readonly version: string;
  readonly input: Readable;
  /** Carries the protocol and nothing else. */
  readonly output: Writable;
}

/** @throws HumanError when the folder cannot be used */
export async function serveDoors(
  program: DoorsProgram,
  wish: DoorsWish,
  means: DoorsMeans,
): Promise<void> {
  const closing = new Closing();
  try {
    const { env, platform } = process;
    const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
    const log = openFileLog('info', cache, systemClock.now()).topic('mcp');
    const host = await composeDoorHost(program.folder, wish, means, { log, closing });
    const { version } = program;
    const opened = openMcpServer({ version, host, allowsRuns: wish.allowsRuns, log });
    await serve(opened, program, means.signal);
  } finally {
    await closing.close();
  }
}

async function composeDoorHost(
  programFolder: string,
  { folder, model, recipe }: DoorsWish,
  { openRuntime }: DoorsMeans,
  { log, closing }: { readonly log: Log; readonly closing: Closing },
): Promise<DoorHost> {
  const viewer = new FileViewer(allFormats);
  closing.add(() => viewer.close());
  let machines: Promise<EditorMachines> | null = null;
  closing.add(async () => (await machines)?.close());
  return {
    folders: await openDoorFolders([folder]),
    viewer,
    openMachines: () => (machines ??= openMachines(programFolder, log)),
    run: async (request, options) => (await openRuntime()).run(request, options),
    ...{ model, recipe },
    names: { now: () => systemClock.now(), randomHex: () => randomBytes(8).toString('hex') },
  };
}

/** As for the editor: ssh has no terminal here, and nobody hears its questions, so that it fails instead of waiting. */
async function openMachines(programFolder: string, log: Log): Promise<EditorMachines> {
  const { composeForEditor } = await import('./composeMachines.ts');
  return composeForEditor(programFolder, log.topic('machines'));
}

/** Until the client closes its end, or the signal fires. */
async function serve(
  { server, settled }: OpenedMcpServer,
  { input, output }: DoorsProgram,
  signal: AbortSignal,
): Promise<void> {
  const close = (): void => void server.close();
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  input.once('end', close);
  signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(new StdioServerTransport(input, output));
    if (signal.aborted) close();
    await closed;
    await settled();
  } finally {
    input.off('end', close);
    signal.removeEventListener('abort', close);
  }
}
