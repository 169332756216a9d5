import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { machineReach, type Reached } from '../../../../runtime/remote/launch/machineReach.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const trainerFolder = path.resolve('runtime/trainer');
const script = path.join(trainerFolder, 'machine_reach.py');
const { signal } = new AbortController();

/** Both machines are this computer, which calls itself with the real programs. */
describe('whether one machine reaches the other', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'training machines are Linux');
  });

  function reach(address: string | null): Promise<Reached> {
    const from = new FolderMachine(folder('a'), {}, 'a100');
    const to = new FolderMachine(folder('b'), {}, 'b100');
    return machineReach({ from, to, address }, { trainerFolder, word: 'a-word-of-once', signal });
  }

  it('is found out by a call at the address that was named', async () => {
    const { address, from } = await reach('127.0.0.1');
    assert.deepEqual([address, from], ['127.0.0.1', '127.0.0.1']);
  });

  it('is found out at the addresses that the called one has, and by which device', async function () {
    const own = Object.entries(networkInterfaces()).flatMap(([device, all = []]) =>
      all
        .filter((one) => one.family === 'IPv4' && !one.internal)
        .map((one) => [one.address, device]),
    );
    if (own.length === 0) skipBecause(this, 'this computer is on no network');
    const { address, addressDevice } = await reach(null);
    assert.ok(
      own.some(([at, device]) => at === address && device === addressDevice),
      address,
    );
  });

  it("says which addresses there are instead of one that is another machine's", async () => {
    await assert.rejects(
      reach('192.0.2.1'),
      /^HumanError: b100 has no address 192\.0\.2\.1\. It has: (?:[\d., ]+|none that are known)\.$/,
    );
  });

  it('is given up when the caller is', async () => {
    const ending = new AbortController();
    const from = new FolderMachine(folder('a'));
    const to = new FolderMachine(folder('b'));
    const options = { trainerFolder, word: 'a-word-of-once', signal: ending.signal };
    const asking = machineReach({ from, to, address: '127.0.0.1' }, options);
    ending.abort();
    await assert.rejects(asking, { name: 'AbortError' });
  });
});

describe('machine_reach.py', () => {
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });

  /** Runs it to its end; gives what it printed, line by line. */
  async function ask(
    ...args: string[]
  ): Promise<{ readonly said: unknown; readonly code: number }> {
    const child = spawn('python3', [script, ...args]);
    let text = '';
    child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
    await once(child, 'close');
    return { said: JSON.parse(text), code: child.exitCode ?? -1 };
  }

  it('does not take another program at the address for the right one', async () => {
    const waiting = spawn('python3', [script, 'wait', 'the-right-word', '127.0.0.1']);
    const ended = once(waiting, 'exit');
    try {
      const [line] = (await once(waiting.stdout, 'data')) as [Buffer];
      const { port } = JSON.parse(line.toString()) as { port: number };
      const wrong = await ask('call', 'the-wrong-word', String(port), '127.0.0.1');
      assert.deepEqual(wrong, {
        said: { problems: { '127.0.0.1': 'another machine answers there' } },
        code: 1,
      });
      const right = await ask('call', 'the-right-word', String(port), '127.0.0.1');
      assert.equal(right.code, 0);
      assert.deepEqual(await ended, [0, null]);
    } finally {
      waiting.kill('SIGKILL');
    }
  });

  it('names what hindered each address', async () => {
    const { said, code } = await ask('call', 'word', '1', '127.0.0.1', '127.0.0.2');
    assert.equal(code, 1);
    assert.deepEqual(said, {
      problems: { '127.0.0.1': 'Connection refused', '127.0.0.2': 'Connection refused' },
    });
  });
});
