// The doors for other agents: tools for the language models of this editor, and the same as an MCP server. Nothing of the product is
// loaded before one of them is used.
import * as vscode from 'vscode';
import { doorTools, mcpProvider, settings } from '../manifest.ts';
import type { DoorParts } from './doorCalls.ts';
import { doorWindow } from './doorWindow.ts';
import { languageModelTool } from './languageModelTool.ts';
import { mcpApi } from './mcpApi.ts';
import { mcpServers, type McpProgram } from './mcpServers.ts';

export function registerDoors(
  program: McpProgram,
  parts: () => Promise<DoorParts>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...doorTools.map((name) => vscode.lm.registerTool(name, languageModelTool(name, parts))),
    registerMcpServers(program),
  );
}

/** Does nothing in an editor that knows no MCP servers. */
function registerMcpServers(program: McpProgram): vscode.Disposable {
  const api = mcpApi(vscode);
  if (api === null) return vscode.Disposable.from();
  const changed = new vscode.EventEmitter<void>();
  const change = (): void => changed.fire();
  const chosen = [settings.model, settings.recipe];
  return vscode.Disposable.from(
    changed,
    api.register(mcpProvider, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpServers(program, doorWindow()).map(api.define),
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (chosen.some((name) => event.affectsConfiguration(name))) change();
    }),
  );
}
