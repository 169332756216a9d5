// Stands in for the module `vscode`, so that the extension can be activated in plain Node. Holds only what the extension
// uses; a use of anything else fails loudly.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';

export interface FakeLog {
  readonly name: string;
  readonly lines: string[];
  shown: boolean;
  disposed: boolean;
}

export interface ActivatedExtension {
  readonly logs: readonly FakeLog[];
  readonly commands: ReadonlyMap<string, (...args: unknown[]) => unknown>;
  /** What else is registered, as `kind id`, for example `tree toolR1.explorer`. */
  readonly registered: ReadonlySet<string>;
  /** Disposes of everything that the extension subscribed, as VS Code does at the end. */
  deactivate(): void;
}

const root = path.resolve(import.meta.dirname, '../..');
const packageFile = path.join(root, 'package.json');

/** Bundles the extension as the build does and calls its `activate`. */
export async function activateExtension(extensionFolder = root): Promise<ActivatedExtension> {
  const logs: FakeLog[] = [];
  const commands = new Map<string, (...args: unknown[]) => unknown>();
  const subscriptions: { dispose(): void }[] = [];
  const registered = new Set<string>();
  const vscode = {
    ...registrations(registered),
    window: {
      ...registrations(registered).window,
      createOutputChannel: (name: string) => channel(name, logs),
    },
    commands: {
      registerCommand(id: string, run: (...args: unknown[]) => unknown) {
        if (commands.has(id)) throw new Error(`${id} is registered twice`);
        commands.set(id, run);
        return { dispose: () => commands.delete(id) };
      },
    },
  };
  const extension = load(await bundled(), strict('vscode', vscode));
  extension.activate({
    subscriptions,
    extension: { packageJSON: JSON.parse(readFileSync(packageFile, 'utf8')) as unknown },
    asAbsolutePath: (relative: string) => path.join(extensionFolder, relative),
  });
  return {
    logs,
    commands,
    registered,
    deactivate() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** What the extension registers beside commands; nothing of it is ever asked for anything. */
function registrations(registered: Set<string>) {
  const register = (kind: string, id = '') => {
    const entry = `${kind} ${id}`.trimEnd();
    if (registered.has(entry)) throw new Error(`${entry} is registered twice`);
    registered.add(entry);
    return { visible: false, dispose: () => registered.delete(entry) };
  };
  return {
    EventEmitter: class {
      readonly event = () => ({ dispose: () => undefined });
      dispose(): void {
        // Nobody listens.
      }
    },
    Disposable: {
      from: (...owned: { dispose(): void }[]) => ({
        dispose: () => {
          for (const one of owned) one.dispose();
        },
      }),
    },
    window: {
      createTreeView: (id: string) => register('tree', id),
      registerWebviewPanelSerializer: (id: string) => register('panel', id),
      registerCustomEditorProvider: (id: string) => register('editor', id),
      registerUriHandler: () => register('links'),
    },
    lm: {
      registerTool: (name: string) => register('tool', name),
      registerMcpServerDefinitionProvider: (id: string) => register('mcp', id),
    },
    version: '1.101.0',
    McpStdioServerDefinition: class {
      readonly kind = 'stdio';
    },
    workspace: {
      registerTextDocumentContentProvider: (scheme: string) => register('texts', scheme),
      onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }),
      onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    },
  };
}

function channel(name: string, logs: FakeLog[]): object {
  const log: FakeLog = { name, lines: [], shown: false, disposed: false };
  logs.push(log);
  return strict('the log', {
    show: () => {
      log.shown = true;
    },
    info: (line: string) => log.lines.push(line),
    dispose: () => {
      log.disposed = true;
    },
  });
}

/** Throws for members that are not there, where undefined would be passed over. */
function strict<Fake extends object>(what: string, fake: Fake): Fake {
  return new Proxy(fake, {
    get(target, member) {
      if (!(member in target)) throw new Error(`${what} has no ${String(member)} in this fake`);
      return Reflect.get(target, member) as unknown;
    },
  });
}

async function bundled(): Promise<string> {
  const result = await build({
    entryPoints: [path.join(root, 'extension/extension.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  return result.outputFiles[0]?.text ?? '';
}

function load(code: string, vscode: object): { activate(context: unknown): void } {
  const nodeRequire = createRequire(import.meta.url);
  const require = (name: string): unknown => (name === 'vscode' ? vscode : nodeRequire(name));
  const module = { exports: {} as { activate(context: unknown): void } };
  const run = compileFunction(code, ['require', 'module', 'exports']) as (
    ...given: unknown[]
  ) => void;
  run(require, module, module.exports);
  return module.exports;
}
