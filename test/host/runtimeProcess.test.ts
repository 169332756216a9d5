// The runtime as it lies beside the extension: in a checkout or in an installed package, started by the Node of this host.
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as vscode from 'vscode';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { RunEvent } from '../../runtime/contract/events.ts';
import { requests } from '../../runtime/contract/requests.ts';
import { recording, reply } from '../fakes/recordings.ts';
import { eventually, extensionUnderTest } from './extensionUnderTest.ts';

const replies = [
  reply('I count the lines.', "rows = open('customers.csv').read().splitlines()\nprint(len(rows))"),
  reply('The first line names the columns.', 'final_answer(len(rows) - 1)'),
];

describe('the runtime', () => {
  let child: ChildProcess;
  let connection: MessageConnection;
  const events: RunEvent[] = [];

  before(() => {
    child = fork(path.join(extensionUnderTest().extensionPath, 'dist', 'main.mjs'), {
      execArgv: [],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', TOOL_R1_LOG: 'warn' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (chunk: Buffer) => console.log(chunk.toString().trimEnd()));
    connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onNotification('run-event', (event: unknown) => {
      events.push(RunEvent.parse(event));
    });
    connection.listen();
  });

  after(async () => {
    connection.dispose();
    if (child.connected) child.disconnect();
    await eventually(() => (child.exitCode === null ? null : 'gone'), 'the end of the runtime');
  });

  it('runs the agent on a file of the workspace', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const recorded = vscode.Uri.joinPath(folder, 'replies.json');
    await vscode.workspace.fs.writeFile(recorded, new TextEncoder().encode(recording(replies)));
    const { file } = requests['run-agent'].result.parse(
      await connection.sendRequest('run-agent', {
        question: 'How many customers are there?',
        files: [path.join(folder.fsPath, 'kestrel-boats', 'customers.csv')],
        model: `replay:${recorded.fsPath}`,
        workspace: folder.fsPath,
      }),
    );
    const ended = await eventually(
      () => events.find((event) => event.type === 'rollout-ended'),
      'the end of the rollout',
      60_000,
    );
    assert.equal(ended.stopReason, 'final-answer', JSON.stringify(ended));
    assert.match(ended.finalAnswer ?? '', /^\d+$/);
    const kept = await vscode.workspace.fs.readFile(vscode.Uri.file(file));
    assert.match(new TextDecoder().decode(kept), /How many customers are there\?/);
  });
});
