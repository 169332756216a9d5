// Entry point of the extension: registers what package.json declares. Reads as a list; what is behind an entry is put together
// by compose.ts when it is first used, so that activation is quick.
import * as vscode from 'vscode';
import { showLog, versionOf } from './commands/showLog.ts';
import type { Parts } from './compose.ts';
import type { McpProgram } from './doors/mcpServers.ts';
import { registerDoors } from './doors/registerDoors.ts';
import { late } from './late.ts';
import { commands, logName, logScheme, textScheme, viewTypes } from './manifest.ts';
import { registerLabelCommands } from './labelling/registerLabelCommands.ts';
import { trainingCommands } from './training/trainingParts.ts';
import { registerExplorer } from './views/registerExplorer.ts';
import { registerTreeCommands } from './views/treeCommands.ts';

/** Called by VS Code when one of the contributions is first used. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel(logName, { log: true });
  const parts = new LateParts(context, log);
  const { attempt } = parts;
  const view = registerExplorer(async () => (await parts.get()).tree.explorer);
  const on = (id: string, run: (given: Parts, args: readonly unknown[]) => Promise<unknown>) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) =>
      attempt(async () => run(await parts.get(), args)),
    );
  context.subscriptions.push(
    log,
    parts,
    view,
    vscode.commands.registerCommand(commands.showLog, () => showLog(context, log)),
    on(commands.runAgent, (given, args) => given.runAgent(args[0], args[1])),
    on(commands.openTrajectory, (given, args) => given.openTrajectory(args[0])),
    on(commands.copyLink, (given, args) => given.copyLink(args[0])),
    on(commands.showRunningAgent, (given) => given.showRunningAgent()),
    on(commands.stopAgent, (given) => given.stopAgent()),
    registerLabelCommands(on),
    ...trainingCommands.map((name) =>
      on(commands[name], async ({ training }, args) => (await training.get()).commands[name](args)),
    ),
    registerTreeCommands({ context, view, parts: () => parts.forTree(), attempt }),
    registerViewers(parts),
    registerTexts(parts),
    registerDoors(mcpProgram(context), () => parts.get()),
    vscode.window.registerUriHandler({
      handleUri: (uri) => void attempt(async () => (await parts.get()).followLink(uri)),
    }),
  );
}

/** `tool-r1` of this very extension. */
function mcpProgram(context: vscode.ExtensionContext): McpProgram {
  return {
    file: context.asAbsolutePath('dist/cli.mjs'),
    version: versionOf(context.extension.packageJSON),
    node: process.execPath,
  };
}

/** The panels that are restored after a reload, and the two editors for trajectory files. */
function registerViewers(parts: LateParts): vscode.Disposable {
  const editor: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: async ({ uri }, panel) => (await parts.get()).showTrajectories(uri, panel),
  };
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(viewTypes.trajectory, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await parts.get()).panels.restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer(viewTypes.label, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await parts.get()).labelling.panels.restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer(viewTypes.run, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await (await parts.get()).training.get()).restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer(viewTypes.start, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await (await parts.get()).training.get()).restoreStart(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer(viewTypes.evaluations, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await (await parts.get()).training.get()).restoreEvaluations(panel, state),
    }),
    vscode.window.registerCustomEditorProvider(viewTypes.trajectories, editor, {
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.window.registerCustomEditorProvider(viewTypes.otherTrajectories, editor, {
      supportsMultipleEditorsPerDocument: true,
    }),
  );
}

function registerTexts(parts: LateParts): vscode.Disposable {
  const changedLogs = new vscode.EventEmitter<vscode.Uri>();
  let isFollowed = false;
  const training = async () => {
    const opened = (await parts.get()).training;
    if (!isFollowed) opened.onLogChanged((uri) => changedLogs.fire(uri));
    isFollowed = true;
    return opened.get();
  };
  return vscode.Disposable.from(
    changedLogs,
    vscode.workspace.registerTextDocumentContentProvider(textScheme, {
      provideTextDocumentContent: async (uri) => (await parts.get()).texts.provide(uri),
    }),
    vscode.workspace.registerTextDocumentContentProvider(logScheme, {
      onDidChange: changedLogs.event,
      provideTextDocumentContent: async (uri) => (await training()).provideLog(uri),
    }),
  );
}

/** Loads and composes the parts at their first use. */
class LateParts {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  #parts: Promise<Parts> | null = null;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#log = log;
  }

  get(): Promise<Parts> {
    this.#parts ??= late().then(({ compose }) => compose(this.#context, this.#log));
    return this.#parts;
  }

  async forTree(): Promise<Parts['tree'] & Pick<Parts, 'runtime'> & { addText: Parts['addText'] }> {
    const parts = await this.get();
    const { tree, runtime } = parts;
    return { ...tree, runtime, addText: (name, text) => parts.addText(name, text) };
  }

  /** Tells the person what goes wrong. */
  readonly attempt = async (action: () => Promise<unknown>): Promise<unknown> => {
    const { attempt } = await late();
    return attempt(this.#log, action);
  };

  dispose(): void {
    this.#parts?.then(
      (parts) => parts.dispose(),
      () => undefined,
    );
  }
}
