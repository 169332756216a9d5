// The doors for other agents: tools for the language models of this editor, and the same as an MCP server. Nothing of the product is
// loaded before one of them is used.
import * as vscode from 'vscode';
import type { DoorToolName } from '../../runtime/contract/doorToolName.ts';
import { mcpProvider, settings } from '../manifest.ts';
import type { DoorParts } from './doorCalls.ts';
import { doorTools } from './doorTools.ts';
import { lateDoors } from './lateDoors.ts';
import { mcpApi } from './mcpApi.ts';
import type { McpProgram } from './mcpServers.ts';

export function registerDoors(
  program: McpProgram,
  parts: () => Promise<DoorParts>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...doorTools.map((name) => vscode.lm.registerTool(name, lateTool(name, parts))),
    registerMcpServers(program),
  );
}

function lateTool(
  name: DoorToolName,
  parts: () => Promise<DoorParts>,
): vscode.LanguageModelTool<unknown> {
  const tool = async () => (await lateDoors()).languageModelTool(name, parts);
  return {
    prepareInvocation: async (options, token) => (await tool()).prepareInvocation(options, token),
    invoke: async (options, token) => (await tool()).invoke(options, token),
  };
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
      provideMcpServerDefinitions: async () => {
        const { mcpServers, doorWindow } = await lateDoors();
        return mcpServers(program, doorWindow()).map(api.define);
      },
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (chosen.some((name) => event.affectsConfiguration(name))) change();
    }),
  );
}
