// The questions of ssh on their way to the process that started it, asked by the very program that ssh would start.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Asked } from '../../../../runtime/remote/link/asker.ts';
import { AskpassServer } from '../../../../runtime/remote/link/askpassServer.ts';

describe('the place where questions of ssh arrive', function () {
  this.timeout(20_000);
  const asked: Asked[] = [];
  let server: AskpassServer;
  let answer: (signal: AbortSignal) => Promise<string | null>;

  beforeEach(async () => {
    asked.length = 0;
    server = await AskpassServer.start({
      machine: 'a100',
      asker: {
        ask: (one, signal) => {
          asked.push(one);
          return answer(signal);
        },
      },
      program: path.resolve('runtime/remote/link/askpass.mjs'),
      node: process.execPath,
      platform: process.platform,
      display: undefined,
    });
  });
  afterEach(() => server.close());

  /** As ssh does it. */
  const start = (question: string, hint = '') => {
    const env = { ...process.env, ...server.env, SSH_ASKPASS_PROMPT: hint };
    const child = spawn(server.env['SSH_ASKPASS'] ?? '', [question], { env });
    const said = { out: '' };
    child.stdout.on('data', (piece: Buffer) => (said.out += piece.toString()));
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, out: said.out }));
    return { child, ended };
  };

  it('is in a folder that only this user can open', () => {
    const place = server.env['TOOL_R1_ASKPASS'] ?? '';
    assert.equal(statSync(path.dirname(place)).mode & 0o777, 0o700);
    assert.equal(server.env['SSH_ASKPASS_REQUIRE'], 'force');
  });

  it('gives an answer back as the person wrote it', async () => {
    answer = () => Promise.resolve("it's $(secret) = ü ");
    const { code, out } = await start("Enter passphrase for key 'k': ").ended;
    assert.deepEqual({ code, out }, { code: 0, out: "it's $(secret) = ü \n" });
    assert.deepEqual(asked, [
      { machine: 'a100', question: "Enter passphrase for key 'k': ", kind: 'secret' },
    ]);
    assert.equal(server.unanswered, null);
  });

  it('tells an empty answer from none', async () => {
    answer = () => Promise.resolve('');
    assert.deepEqual(await start('Password:').ended, { code: 0, out: '\n' });
    answer = () => Promise.resolve(null);
    assert.deepEqual(await start('Password:').ended, { code: 1, out: '' });
    assert.equal(server.unanswered, 'Password:');
  });

  it('knows questions to confirm and notices', async () => {
    answer = () => Promise.resolve('yes');
    await start('Are you sure you want to continue connecting (yes/no/[fingerprint])? ').ended;
    await start('Allow use of key k?', 'confirm').ended;
    await start('Confirm user presence for key ED25519-SK', 'none').ended;
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['confirm', 'confirm', 'notice'],
    );
  });

  it('takes back a question that ssh does not need any more', async () => {
    let isTakenBack = false;
    answer = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          isTakenBack = true;
          resolve(null);
        });
      });
    const { child, ended } = start('Confirm user presence for key', 'none');
    while (!server.isAsking) await delay(10);
    child.kill();
    await ended;
    await delay(100);
    assert.equal(isTakenBack, true);
    assert.equal(server.unanswered, null);
  });

  it('is gone when it is closed, and the one who asks is told no', async () => {
    answer = (signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
    const { ended } = start('Password:');
    while (!server.isAsking) await delay(10);
    await server.close();
    assert.equal((await ended).code, 1);
    assert.equal(existsSync(path.dirname(server.env['SSH_ASKPASS'] ?? '')), false);
  });
});
