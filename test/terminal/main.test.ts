import assert from 'node:assert/strict';
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { RunEvent } from '../../runtime/contract/events.ts';
import { requests } from '../../runtime/contract/requests.ts';
import { TrajectoryReader } from '../../runtime/store/trajectoryReader.ts';
import { projectRoot } from '../fakes/cliProcess.ts';
import { countingReplies, recording, reply, visitsCsv } from '../fakes/recordings.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

const mainFile = path.join(projectRoot, 'dist', 'main.mjs');

describe('the runtime as a process of the extension', () => {
  const inFolder = temporaryFolder();
  let child: ChildProcess;
  let connection: MessageConnection;
  const events: RunEvent[] = [];

  beforeEach(async () => {
    assert.ok(existsSync(mainFile), 'dist/ is not built. Run `node esbuild.mjs` first.');
    await writeFile(inFolder('visits.csv'), visitsCsv);
    await writeFile(inFolder('replies.json'), recording(countingReplies));
    await writeFile(inFolder('endless.json'), recording([reply('I wait.', 'while True: pass')]));
    events.length = 0;
    child = fork(mainFile, {
      cwd: inFolder(),
      // As the extension starts it, not with the loader of these tests.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onNotification('run-event', (event: unknown) => {
      events.push(RunEvent.parse(event));
    });
    connection.listen();
  });
  afterEach(async () => {
    connection.dispose();
    if (child.connected) child.disconnect();
    await gone();
  });

  function gone(): Promise<number | null> {
    if (child.exitCode !== null) return Promise.resolve(child.exitCode);
    return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  }

  async function start(model: string) {
    return requests['run-agent'].result.parse(
      await connection.sendRequest('run-agent', {
        question: 'How many visits?',
        files: [inFolder('visits.csv')],
        model: `replay:${inFolder(model)}`,
        workspace: inFolder(),
        referenceAnswer: '3',
      }),
    );
  }

  async function seen<Type extends RunEvent['type']>(type: Type) {
    for (;;) {
      const event = events.find((candidate) => candidate.type === type);
      if (event !== undefined) return event as Extract<RunEvent, { type: Type }>;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('runs the agent, tells every event and keeps the trajectory', async () => {
    const { trajectoryId, file } = await start('replies.json');
    const ended = await seen('rollout-ended');
    assert.equal(ended.trajectoryId, trajectoryId);
    assert.deepEqual([ended.finalAnswer, ended.stopReason], ['3', 'final-answer']);
    assert.equal(file, inFolder('.tool-r1', 'trajectories', `${trajectoryId}.trajectories.jsonl`));
    const reader = await TrajectoryReader.open(file);
    assert.equal(reader.summaries[0]?.totalReward, 1.6);
  });

  it('stops a rollout', async () => {
    const { trajectoryId } = await start('endless.json');
    await seen('reply-parsed');
    assert.deepEqual(await connection.sendRequest('stop-rollout', { trajectoryId }), {
      stopped: true,
    });
    assert.equal((await seen('rollout-ended')).stopReason, 'cancelled');
  });

  it('refuses what it does not understand', async () => {
    await assert.rejects(
      connection.sendRequest('run-agent', { question: 1, files: [], workspace: '.' }),
      /question/,
    );
  });

  it('ends with its parent, and keeps what was done', async () => {
    const { file } = await start('endless.json');
    await seen('reply-parsed');
    child.disconnect();
    assert.equal(await gone(), 0);
    const reader = await TrajectoryReader.open(file);
    assert.equal(reader.summaries[0]?.stopReason, 'cancelled');
  });

  it('tells a person who starts it by hand what to start instead', () => {
    const { status: code, stderr: output } = spawnSync(process.execPath, [mainFile], {
      encoding: 'utf8',
    });
    assert.equal(code, 2);
    assert.match(output, /In a terminal use: tool-r1/);
  });
});
