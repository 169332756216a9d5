// The fixture of the scenarios in test/ui/: one VS Code window for the tests of a `describe`, with a profile and a workspace
// of its own. A scenario file does one job as a person would:
//
//   describe('Look at the log', () => {
//     const window = editorWindow();
//     it('opens it', async () => {
//       await window.workbench.runCommand('Tool-R1: Show Log');
//       await window.workbench.screenshotInThemes('log');
//     });
//   });
//
// What a window can do is in test/vscode/workbench.ts: palette, quick input, trees, menus, web view frames, pictures. The
// browser is shared by all files; a server starts in a fraction of a second, so each window has its own. Run one file:
//
//   npx mocha --no-config --node-option import=tsx --node-option no-experimental-require-module --timeout 120000 FILE
//
// TOOL_R1_UI_BUILD chooses the VS Code (`oldest`, `newest`; default newest) and TOOL_R1_UI_VSIX a package to install; without
// it the checkout is linked in, so build first: `node esbuild.mjs`. When a test fails, the window at that moment is in
// test-results/failures/, with what the page and the server wrote.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'mocha';
import { openBrowser, type Browser } from '../vscode/browser.ts';
import { findBuild, projectRoot } from '../vscode/installation.ts';
import { copySampleWorkspace, type Workspace } from '../vscode/sampleWorkspace.ts';
import { themes, type Settings, type Theme } from '../vscode/userSettings.ts';
import { VscodeServer, type Product } from '../vscode/vscodeServer.ts';
import { Workbench } from '../vscode/workbench.ts';

export interface WindowOptions {
  /** False: the workspace is not trusted, as in a folder from elsewhere. Default true. */
  readonly trusted?: boolean;
  /** Asked for when the window opens, so that it may name a server that was started in a `before`. */
  readonly settings?: () => Settings;
  readonly theme?: Theme;
  /** Changes the copy of the sample workspace before the window opens. */
  readonly prepare?: (workspace: Workspace) => Promise<void>;
  /** Inherited by the extension host and by what it starts. */
  readonly env?: () => Readonly<Record<string, string>>;
}

export interface EditorWindow {
  readonly workbench: Workbench;
  readonly workspace: Workspace;
  readonly server: VscodeServer;
}

/** Opens the window before the tests of the enclosing `describe` and closes it after them. */
export function editorWindow(options: WindowOptions = {}): EditorWindow {
  let open: OpenWindow | null = null;
  before(async function () {
    // The first run installs VS Code.
    this.timeout(600_000);
    open = await openWindow(options);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed' && open !== null) await keepEvidence(this, open);
  });
  after(async () => {
    await open?.close();
    open = null;
  });
  const opened = (): OpenWindow => {
    if (open === null) throw new Error('The window is open only while the tests of its suite run.');
    return open;
  };
  return {
    get workbench() {
      return opened().workbench;
    },
    get workspace() {
      return opened().workspace;
    },
    get server() {
      return opened().server;
    },
  };
}

interface OpenWindow extends EditorWindow {
  close(): Promise<void>;
}

async function openWindow(options: WindowOptions): Promise<OpenWindow> {
  const trusted = options.trusted ?? true;
  const workspace = await copySampleWorkspace();
  await options.prepare?.(workspace);
  const server = await VscodeServer.start({
    build: await findBuild(process.env['TOOL_R1_UI_BUILD'] ?? 'newest'),
    trusted,
    product: product(),
    settings: {
      'workbench.colorTheme': themes[options.theme ?? 'dark'].setting,
      ...(trusted ? {} : restricted),
      ...options.settings?.(),
    },
    ...(options.env === undefined ? {} : { env: options.env() }),
  });
  const browser = await sharedBrowser();
  const workbench = await Workbench.open({ browser, server, folder: workspace.path });
  return {
    workbench,
    workspace,
    server,
    async close() {
      await workbench.close();
      await server.stop();
      await workspace.remove();
    },
  };
}

/** The window opens in Restricted Mode without asking; a scenario may trust the workspace later. */
const restricted: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

function product(): Product {
  const vsix = process.env['TOOL_R1_UI_VSIX'];
  return vsix === undefined || vsix === '' ? { kind: 'linked' } : { kind: 'package', vsix };
}

let browser: Promise<Browser> | null = null;

function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser();
  return browser;
}

// Mocha loads this file once, outside of any `describe`, so this runs after all files.
after(async () => {
  const opened = await browser;
  await opened?.close();
});

async function keepEvidence({ currentTest }: Context, { workbench, server }: OpenWindow) {
  const title = currentTest?.fullTitle() ?? 'unknown';
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100);
  const folder = path.join(projectRoot, 'test-results', 'failures');
  await mkdir(folder, { recursive: true });
  const said = ['The page:', ...workbench.console, '', 'The server:', server.log].join('\n');
  await writeFile(path.join(folder, `${name}.log`), said);
  if (!workbench.page.isClosed()) await workbench.failurePicture(name);
}
