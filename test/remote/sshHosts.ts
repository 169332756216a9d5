// Real ssh hosts on this computer: OpenSSH servers on loopback ports, each with keys, a home folder and a search path of its
// own, and an `ssh` for the search path of whoever connects, which reads the configuration made here. Stopped by process id.
import { accessSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { makeKey } from './sshKey.ts';
import { SshServer } from './sshServer.ts';

export interface HostOptions {
  /** Variables that every login has. */
  readonly env?: Readonly<Record<string, string>>;
  /** Programs by name, put first on the search path there: the text of each, with its `#!` line. */
  readonly programs?: Readonly<Record<string, string>>;
  /** The rest of the search path there; by default that of the system, and Node. */
  readonly searchPath?: readonly string[];
  /** The login shell: bash when nothing is given. */
  readonly shell?: 'fish' | 'tcsh';
  /** Text of the profile, which bash reads at every login: `.bashrc`. */
  readonly profile?: string;
  /** Further lines of the server's configuration. */
  readonly server?: readonly string[];
  /** Further lines for the host in the configuration of the person who connects. */
  readonly client?: readonly string[];
  /** Where the server listens, and the command in front of it: `ip netns exec NAME`. */
  readonly address?: string;
  readonly inFront?: readonly string[];
  readonly homeFolder?: string;
}

export interface SshHost {
  /** As ssh knows it. */
  readonly name: string;
  /** Its home folder, which lies on this computer. */
  readonly home: string;
  readonly port: number;
  readonly server: SshServer;
}

export class SshHosts {
  readonly folder: string;
  readonly #temporary: TemporaryFolder;
  readonly #hosts: SshHost[] = [];

  private constructor(temporary: TemporaryFolder) {
    this.folder = temporary.path;
    this.#temporary = temporary;
  }

  static async start(): Promise<SshHosts> {
    need('/usr/sbin/sshd');
    await mkdir('/run/sshd', { recursive: true });
    const hosts = new SshHosts(await makeTemporaryFolder());
    await hosts.#makeClient();
    return hosts;
  }

  /** For a process that connects: its `ssh` is the one here, and its cache is empty. */
  get env(): NodeJS.ProcessEnv {
    const search = `${path.join(this.folder, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`;
    return { ...process.env, PATH: search, TOOL_R1_CACHE: path.join(this.folder, 'cache') };
  }

  /** The configuration of the person who connects, to be changed by tests. */
  get configFile(): string {
    return path.join(this.folder, 'ssh_config');
  }

  get knownHostsFile(): string {
    return path.join(this.folder, 'known_hosts');
  }

  get clientKey(): string {
    return path.join(this.folder, 'client_key');
  }

  async add(name: string, options: HostOptions = {}): Promise<SshHost> {
    const folder = path.join(this.folder, 'hosts', name);
    const home = options.homeFolder ?? path.join(folder, 'home');
    await mkdir(home, { recursive: true });
    if (options.profile !== undefined) await writeFile(`${home}/.bashrc`, options.profile);
    const server = await SshServer.start({
      folder,
      address: options.address ?? '127.0.0.1',
      inFront: options.inFront ?? [],
      authorizedKeys: `${this.clientKey}.pub`,
      lines: [...(await loginLines(folder, home, options)), ...(options.server ?? [])],
    });
    await this.#introduce(name, server, options);
    const host = { name, home, port: server.port, server };
    this.#hosts.push(host);
    return host;
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map(({ server }) => server.stop()));
    await this.#temporary.remove();
  }

  async #makeClient(): Promise<void> {
    makeKey(this.clientKey);
    const defaults = ['Host *', 'IdentitiesOnly yes', 'StrictHostKeyChecking ask'];
    const files = [`IdentityFile ${this.clientKey}`, `UserKnownHostsFile ${this.knownHostsFile}`];
    await this.#temporary.write('ssh_config', [...defaults, ...files, ''].join('\n'));
    await this.#temporary.write('known_hosts', '');
    const program = `#!/bin/sh\nexec /usr/bin/ssh -F '${this.configFile}' "$@"\n`;
    await chmod(await this.#temporary.write('bin/ssh', program), 0o755);
  }

  /** ssh takes the first value of a setting, so a host comes before what holds for all. */
  async #introduce(name: string, server: SshServer, { client = [] }: HostOptions): Promise<void> {
    const lines = [
      `Host ${name}`,
      `HostName ${server.address}`,
      `Port ${server.port}`,
      'User root',
    ];
    const config = await readFile(this.configFile, 'utf8');
    await writeFile(this.configFile, `${[...lines, ...client].join('\n')}\n${config}`);
    const known = await readFile(this.knownHostsFile, 'utf8');
    const key = (await readFile(server.publicHostKey, 'utf8')).split(' ').slice(0, 2).join(' ');
    const { address, port } = server;
    const place = port === 22 ? address : `[${address}]:${port}`;
    await writeFile(this.knownHostsFile, `${known}${place} ${key}\n`);
  }
}

async function loginLines(folder: string, home: string, options: HostOptions): Promise<string[]> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  for (const [name, text] of Object.entries(options.programs ?? {})) {
    await writeFile(path.join(bin, name), text, { mode: 0o755 });
  }
  const usual = [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
  const search = [bin, ...(options.searchPath ?? usual)].join(':');
  const env = { HOME: home, PATH: search, ...options.env };
  const pairs = Object.entries(env).map(([key, value]) => `"${key}=${value}"`);
  return [`SetEnv ${pairs.join(' ')}`, ...shellLines(options.shell)];
}

/** Runs what was asked for just as the server runs it with a login shell of this kind. */
function shellLines(shell: HostOptions['shell']): string[] {
  if (shell === undefined) return [];
  return [`ForceCommand exec ${need(`/usr/bin/${shell}`)} -c "$SSH_ORIGINAL_COMMAND"`];
}

/** `npm test` installs what is missing before the tests start. */
function need(program: string): string {
  accessSync(program);
  return program;
}
