// One running VS Code server with a profile of its own. Everything it starts is in its process group and ends with it.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder, type TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { projectRoot, type Build } from './installation.ts';
import { endGroup } from './processGroup.ts';
import { quietSettings, type Settings } from './userSettings.ts';

export interface ServerOptions {
  readonly build: Build;
  /** False: workspaces are not trusted until a person says so. */
  readonly trusted: boolean;
  /** Beside the quiet ones, which they override. */
  readonly settings?: Settings;
  /** How the product gets in: its folder linked in as if installed, its package installed, or not at all. */
  readonly product: Product;
  /** Inherited by the extension host and by what it starts. */
  readonly env?: Readonly<Record<string, string>>;
}

export type Product =
  | { readonly kind: 'linked' }
  | { readonly kind: 'package'; readonly vsix: string }
  | { readonly kind: 'none' };

const startMilliseconds = 30_000;

export class VscodeServer {
  readonly build: Build;
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #data: TemporaryFolder;
  readonly #log: ServerLog;
  readonly #endAtExit: () => void;
  #settings: Settings;

  private constructor(parts: StartedParts) {
    this.build = parts.build;
    this.port = parts.port;
    this.#child = parts.child;
    this.#data = parts.data;
    this.#log = parts.log;
    this.#settings = parts.settings;
    this.#endAtExit = parts.endAtExit;
  }

  static async start(options: ServerOptions): Promise<VscodeServer> {
    const data = await makeTemporaryFolder();
    const settings = { ...quietSettings, ...options.settings };
    try {
      await writeSettings(data.path, settings);
      await mkdir(path.join(data.path, 'extensions'));
      await installProduct(options, data.path);
      return new VscodeServer({ ...(await launch(options, data.path)), data, settings });
    } catch (error) {
      await data.remove();
      throw error;
    }
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** How the workbench names a path on this machine. */
  remote(file: string): string {
    return `vscode-remote://127.0.0.1:${this.port}${file}`;
  }

  /** Of the server; its descendants are the extension hosts and what those started. */
  get processId(): number {
    return this.#child.pid ?? 0;
  }

  /** Everything that the server printed. */
  get log(): string {
    return this.#log.text;
  }

  /** Changes the settings of the person. Windows that are open see them when they are loaded again. */
  async changeSettings(changes: Settings): Promise<void> {
    this.#settings = { ...this.#settings, ...changes };
    await writeSettings(this.#data.path, this.#settings);
  }

  /** Close its windows first; then this leaves no process behind. */
  async stop(): Promise<void> {
    process.off('exit', this.#endAtExit);
    await endGroup(this.#child);
    await this.#data.remove();
  }
}

interface StartedParts {
  readonly build: Build;
  readonly port: number;
  readonly child: ChildProcess;
  readonly log: ServerLog;
  readonly endAtExit: () => void;
  readonly data: TemporaryFolder;
  readonly settings: Settings;
}

interface ServerLog {
  text: string;
}

async function launch(options: ServerOptions, data: string) {
  const { build } = options;
  const child = spawn(build.node, serverArguments(options, data), {
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const endAtExit = (): void => {
    if (child.pid !== undefined) tryKill(-child.pid);
  };
  process.on('exit', endAtExit);
  const log: ServerLog = { text: '' };
  try {
    return { build, port: await listening(child, log), child, log, endAtExit };
  } catch (error) {
    process.off('exit', endAtExit);
    await endGroup(child);
    throw error;
  }
}

function serverArguments({ build, trusted }: ServerOptions, data: string): string[] {
  return [
    build.server,
    ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token'],
    ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    // Without this the newest builds ignore the folder of an extension under development and of its tests.
    '--enable-smoke-test-driver',
    '--disable-getting-started-override',
    // If this process is killed, the server still ends by itself some minutes after its last window.
    '--enable-remote-auto-shutdown',
    ...(trusted ? ['--disable-workspace-trust'] : []),
    ...folders(data),
  ];
}

function folders(data: string): string[] {
  const extensions = path.join(data, 'extensions');
  return ['--server-data-dir', data, '--user-data-dir', data, '--extensions-dir', extensions];
}

async function installProduct(options: ServerOptions, data: string): Promise<void> {
  switch (options.product.kind) {
    case 'linked':
      await symlink(projectRoot, path.join(data, 'extensions', 'tool-r1.tool-r1-0.1.0'));
      break;
    case 'package':
      await installVsix(options, data, options.product.vsix);
      break;
    case 'none':
      break;
  }
}

async function installVsix(options: ServerOptions, data: string, vsix: string): Promise<void> {
  const args = [options.build.server, ...folders(data), '--install-extension', vsix];
  const env = environment(options);
  const { stdout } = await promisify(execFile)(options.build.node, args, { env });
  if (!/successfully installed/.test(stdout))
    throw new Error(`${vsix} was not installed:\n${stdout}`);
}

function environment({ env }: ServerOptions): NodeJS.ProcessEnv {
  // An empty gallery stops look-ups of extensions; options for the Node of the tests are not for that of the editor.
  return { ...process.env, NODE_OPTIONS: '', EXTENSIONS_GALLERY: '{}', ...env };
}

function listening(child: ChildProcess, log: ServerLog): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`${why}\n${log.text}`));
    const limit = setTimeout(() => fail('VS Code did not start in time.'), startMilliseconds);
    const keep = (text: string): void => {
      log.text += text;
      const port = /Extension host agent listening on (\d+)/.exec(log.text)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      resolve(Number(port));
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    child.on('exit', (code) => fail(`VS Code ended with code ${code ?? 'unknown'}.`));
  });
}

function tryKill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Both as the person's and as the machine's: in a remote window the person's do not reach settings of the machine. */
async function writeSettings(folder: string, settings: Settings): Promise<void> {
  for (const owner of ['User', 'Machine']) {
    await mkdir(path.join(folder, owner), { recursive: true });
    await writeFile(path.join(folder, owner, 'settings.json'), JSON.stringify(settings));
  }
}
