import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMessageConnection } from 'vscode-jsonrpc/node';
import { nodeProblem } from '../../../../extension/runtime/nodeVersion.ts';
import { RestartLimit } from '../../../../extension/runtime/restartLimit.ts';
import { requestTimeouts } from '../../../../extension/runtime/requestTimeouts.ts';
import { runtimeEnv, startRuntimeProcess } from '../../../../extension/runtime/runtimeProcess.ts';
import { requests } from '../../../../runtime/contract/requests.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('runtimeProcess', () => {
  let folder: TemporaryFolder;

  before(async () => {
    folder = await makeTemporaryFolder();
  });

  after(() => folder.remove());

  /** A program with the same channel as the runtime. */
  async function start(code: string, lines: string[] = []) {
    const file = path.join(folder.path, `child-${lines.length}-${code.length}.mjs`);
    await writeFile(file, code);
    return startRuntimeProcess({
      file,
      nodeVersion: process.versions.node,
      env: process.env,
      onLine: (line) => lines.push(line),
      graceMilliseconds: 300,
    });
  }

  it('speaks over the channel and hears what is written', async () => {
    const lines: string[] = [];
    const child = await start(
      `console.log('hello'); console.error('careful');
       process.on('message', ({ id }) => process.send({ jsonrpc: '2.0', id, result: { env: process.env.ELECTRON_RUN_AS_NODE, flags: process.execArgv } }));`,
      lines,
    );
    const connection = createMessageConnection(child.reader, child.writer);
    connection.listen();
    const ended = new Promise<string>((resolve) => child.onEnded(resolve));
    assert.deepEqual(await connection.sendRequest('anything'), { env: '1', flags: [] });
    connection.dispose();
    child.end();
    assert.match(await ended, /^with exit code 0$/);
    assert.deepEqual(lines.sort(), ['careful', 'hello']);
  });

  it('says how it ended', async () => {
    const crashed = await start('process.exit(3)');
    assert.equal(await new Promise((resolve) => crashed.onEnded(resolve)), 'with exit code 3');
    const killed = await start("process.kill(process.pid, 'SIGKILL')");
    assert.equal(await new Promise((resolve) => killed.onEnded(resolve)), 'by SIGKILL');
  });

  it('kills what does not end by itself', async () => {
    const stubborn = await start(
      "process.on('disconnect', () => {}); setInterval(() => {}, 1000);",
    );
    const ended = new Promise<string>((resolve) => stubborn.onEnded(resolve));
    stubborn.end();
    assert.equal(await ended, 'by SIGKILL');
  });

  it('is not started by a Node that is too old', () => {
    const old = { file: 'none.mjs', nodeVersion: '18.20.0', env: {}, onLine: () => undefined };
    assert.throws(() => startRuntimeProcess(old), /needs Node 20\.18 or newer.*Node 18\.20\.0/);
  });

  it('is given the environment without what is meant for the editor', () => {
    const env = runtimeEnv({
      PATH: '/usr/bin',
      VSCODE_IPC_HOOK: '/tmp/ipc',
      NODE_OPTIONS: '--inspect',
      TOOL_R1_LOG: 'debug',
      NOTHING: undefined,
    });
    assert.deepEqual(env, { PATH: '/usr/bin', TOOL_R1_LOG: 'debug', ELECTRON_RUN_AS_NODE: '1' });
    assert.equal(runtimeEnv({})['TOOL_R1_LOG'], 'info');
  });
});

describe('nodeVersion', () => {
  it('takes 20.18 and newer', () => {
    for (const good of ['20.18.0', '20.20.2', '22.0.0', '24.21.0']) {
      assert.equal(nodeProblem(good), null, good);
    }
    for (const old of ['18.20.4', '20.17.9', '0.12.0', 'unknown']) {
      assert.match(nodeProblem(old) ?? '', /Update the editor\.$/, old);
    }
  });
});

describe('restartLimit', () => {
  it('counts within a window that moves', () => {
    const limit = new RestartLimit(2, 1000);
    assert.deepEqual(
      [0, 500, 999, 1000, 1400, 1500].map((now) => limit.take(now)),
      [true, true, false, true, false, true],
    );
  });
});

describe('requestTimeouts', () => {
  it('knows every request of the contract, and lets none hang but those that a person sees and can cancel', () => {
    assert.deepEqual(Object.keys(requestTimeouts).sort(), Object.keys(requests).sort());
    const unlimited = Object.entries(requestTimeouts).filter(([, limit]) => limit === null);
    assert.deepEqual(
      unlimited.map(([name]) => name),
      [
        'import-trajectories',
        ...['export-trajectories', 'export-labels', 'judge-trajectories', 'call-door-tool'],
        'install-data-pack',
        ...['attach-machine', 'inspect-machine', 'provision-machine'],
        ...['plan-training', 'start-training', 'fetch-step', 'stop-training', 'resume-training'],
        ...['serve-checkpoint', 'serve-model', 'download-checkpoint', 'evaluate-checkpoint'],
      ],
    );
  });
});
