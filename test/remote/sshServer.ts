// One OpenSSH server process with its own host key. What it accepted can be counted, and its connections can be cut.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeKey } from './sshKey.ts';

export interface ServerOptions {
  readonly folder: string;
  readonly address: string;
  /** A command in front of the server, such as `ip netns exec NAME`. */
  readonly inFront: readonly string[];
  readonly authorizedKeys: string;
  readonly lines: readonly string[];
}

const loopback = '127.0.0.1';

export class SshServer {
  readonly address: string;
  readonly port: number;
  readonly #options: ServerOptions;
  #process: ChildProcess | null = null;

  private constructor(options: ServerOptions, port: number) {
    this.#options = options;
    this.address = options.address;
    this.port = port;
  }

  static async start(options: ServerOptions): Promise<SshServer> {
    // In a network of its own any port is free.
    const port = options.address === loopback ? await freePort(loopback) : 22;
    const server = new SshServer(options, port);
    await mkdir(options.folder, { recursive: true });
    makeKey(server.#file('host_key'));
    await server.start();
    return server;
  }

  get publicHostKey(): string {
    return this.#file('host_key.pub');
  }

  /** Starts the process that listens; after `stop` with the same port and key. */
  async start(): Promise<void> {
    await writeFile(this.#file('sshd_config'), `${this.#config().join('\n')}\n`);
    const args = ['-D', '-f', this.#file('sshd_config'), '-E', this.#file('sshd.log')];
    const [program = '', ...rest] = [...this.#options.inFront, '/usr/sbin/sshd', ...args];
    const before = (await this.log()).length;
    this.#process = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
    for (let tries = 0; ; tries += 1) {
      if ((await this.log()).slice(before).includes('Server listening on')) return;
      if (tries > 600 || this.#process.exitCode !== null) break;
      await delay(50);
    }
    throw new Error(`sshd does not start:\n${await this.log()}`);
  }

  /** Ends the process that listens and every connection. */
  async stop(): Promise<void> {
    const listening = this.#process;
    if (listening?.pid === undefined || listening.exitCode !== null) return;
    await this.cut();
    const ended = once(listening, 'exit');
    listening.kill('SIGTERM');
    await ended;
    this.#process = null;
  }

  /** Cuts every connection that is open now; new ones are accepted. */
  async cut(): Promise<void> {
    for (const pid of await childrenOf(this.#process?.pid ?? 0)) killQuietly(pid);
  }

  /** Connections that were accepted since the start of the server, those that did not get in too. */
  async accepted(): Promise<number> {
    return [...(await this.log()).matchAll(/^Connection from /gm)].length;
  }

  log(): Promise<string> {
    return readFile(this.#file('sshd.log'), 'utf8').catch(() => '');
  }

  #file(name: string): string {
    return path.join(this.#options.folder, name);
  }

  #config(): string[] {
    return [
      ...this.#options.lines,
      `ListenAddress ${this.address}:${this.port}`,
      `HostKey ${this.#file('host_key')}`,
      `AuthorizedKeysFile ${this.#options.authorizedKeys}`,
      `PidFile ${this.#file('sshd.pid')}`,
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'UsePAM no',
      'StrictModes no',
      'MaxStartups 100',
      'LogLevel VERBOSE',
      'PrintMotd no',
    ];
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, index) => parents[index] === parent);
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const found = /\) \S (\d+) /.exec(stat);
  return found === null ? null : Number(found[1]);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

async function freePort(address: string): Promise<number> {
  const server = createServer().listen(0, address);
  await once(server, 'listening');
  const taken = server.address();
  server.close();
  await once(server, 'close');
  return typeof taken === 'object' && taken !== null ? taken.port : 0;
}
