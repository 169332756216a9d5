// A machine that is a folder of this computer: a `MachineLink` without a connection. It counts what travels, and can be cut.
import { spawn } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type {
  Content,
  Ended,
  Look,
  LookedAt,
  MachineLink,
  Program,
  RemoteEntry,
  RemoteHome,
  Transfer,
  Tunnel,
} from '../../runtime/remote/link/machineLink.ts';
import { failure, systemCode } from '../../runtime/support/errors.ts';

export class FolderMachine implements MachineLink {
  readonly machine: string;
  readonly connection = {
    state: 'connected',
    since: '2026-03-01T14:00:00.000Z',
    roundTripMilliseconds: 1,
  } as const;
  /** Paths that were put, in their order. */
  readonly sent: string[] = [];
  /** Command lines that were run, with the variables that were given. */
  readonly ran: {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  }[] = [];
  sentBytes = 0;
  /** Looks, runs, reads and transfers. */
  roundTrips = 0;
  /** It cannot be reached: everything that asks it fails. */
  isCut = false;
  readonly #home: string;
  readonly #env: Readonly<Record<string, string>>;

  /** @param env of every login there, beside a search path and the home folder */
  constructor(home: string, env: Readonly<Record<string, string>> = {}, machine = 'a100') {
    this.machine = machine;
    this.#home = home;
    this.#env = env;
  }

  onConnection(): () => void {
    return () => undefined;
  }

  async home(): Promise<RemoteHome> {
    const folder = path.join(this.#home, '.tool-r1');
    await mkdir(folder, { recursive: true });
    const python = { path: 'python3', version: '3.11.0' };
    const system = { system: 'Linux', architecture: process.arch === 'x64' ? 'x86_64' : 'aarch64' };
    return {
      host: `${this.machine}-box`,
      user: 'kim',
      home: this.#home,
      folder,
      python,
      ...system,
    };
  }

  async look({ folders, files, pids }: Look): Promise<LookedAt> {
    this.#reach();
    const entries = await Promise.all(
      folders.map(async (folder) => [folder, await entriesOf(folder)] as const),
    );
    const found = await Promise.all(files.map(({ path: file }) => matching(file)));
    const texts = found.flat().map(async (file) => {
      const text = await readFile(file, 'utf8');
      return { path: file, stamp: String((await stat(file)).mtimeMs), text };
    });
    return {
      entries: Object.fromEntries(entries),
      files: await Promise.all(texts),
      growth: [],
      alive: Object.fromEntries(pids.map((pid) => [pid, isAlive(pid)])),
      now: Date.now(),
    };
  }

  async read(file: string, from: number, length: number): Promise<Uint8Array> {
    this.#reach();
    const handle = await open(file).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
      throw failure('remote', 'no-file', `There is no file ${file} on ${this.machine}.`, error);
    });
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async put(
    content: Content,
    file: string,
    { signal, onProgress, mode }: Transfer & { readonly mode?: number },
  ): Promise<void> {
    signal.throwIfAborted();
    this.#reach();
    await mkdir(path.dirname(file), { recursive: true });
    if ('bytes' in content) await writeFile(file, content.bytes);
    else await copyFile(content.file, file);
    if (mode !== undefined) await chmod(file, mode);
    const { size } = await stat(file);
    this.sent.push(file);
    this.sentBytes += size;
    onProgress?.({ activity: 'Sending', done: size, total: size, unit: 'bytes' });
  }

  async fetch(file: string, localFile: string): Promise<void> {
    this.#reach();
    await copyFile(file, localFile);
  }

  async run({ argv, env = {}, cwd, stdin, onOutput, signal }: Program): Promise<Ended> {
    this.#reach();
    this.ran.push({ argv, env });
    const [program = '', ...args] = argv;
    const variables = { PATH: process.env['PATH'], HOME: this.#home, ...this.#env, ...env };
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: cwd ?? this.#home, env: variables, signal });
      const said = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream].setEncoding('utf8').on('data', (text: string) => {
          said[stream] += text;
          onOutput?.(stream, text);
        });
      }
      child.on('error', (error) => {
        if (signal.aborted) reject(error);
        else resolve({ code: 127, stdout: '', stderr: error.message });
      });
      child.on('close', (code) => resolve({ code, ...said }));
      child.stdin.on('error', () => undefined).end(stdin);
    });
  }

  remove(file: string): Promise<void> {
    return rm(file, { recursive: true, force: true });
  }

  tunnel(remotePort: number): Promise<Tunnel> {
    return Promise.resolve({ localPort: remotePort, close: () => Promise.resolve() });
  }

  retry(): void {
    // It is never away.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #reach(): void {
    this.roundTrips += 1;
    if (this.isCut) throw failure('remote', 'offline', `${this.machine} cannot be reached.`);
  }
}

async function entriesOf(folder: string): Promise<RemoteEntry[] | null> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) return null;
  return Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(folder, name));
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
      return { name, kind, bytes: found.size, changedAt: found.mtimeMs } as const;
    }),
  );
}

/** Files of a path in which one part may be `*`. */
async function matching(file: string): Promise<string[]> {
  const [before, after] = file.split('/*/');
  const names = after === undefined ? [''] : await readdir(before ?? '').catch(() => []);
  const paths =
    after === undefined ? [file] : names.map((name) => path.join(before ?? '', name, after));
  const there = await Promise.all(paths.map((one) => stat(one).catch(() => null)));
  return paths.filter((_, index) => there[index]?.isFile() === true);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
