// The MCP servers that are offered to the editor's agents: `tool-r1 mcp` of this extension, one for each open folder. None in a
// workspace that is not trusted, because a server is a program that is started there.
import type { DoorWindow } from './doorWindow.ts';
import type { StdioServer } from './mcpApi.ts';

export interface McpProgram {
  /** `dist/cli.mjs`. */
  readonly file: string;
  readonly version: string;
  /** What runs it. */
  readonly node: string;
}

export function mcpServers({ file, version, node }: McpProgram, window: DoorWindow): StdioServer[] {
  const { isTrusted, folders } = window;
  if (!isTrusted) return [];
  return folders.map((folder) => ({
    label: folders.length === 1 ? 'Tool-R1' : `Tool-R1 (${nameOf(folder)})`,
    command: node,
    args: [file, 'mcp', '--folder', folder, ...chosen(window)],
    // The editor's own program is a Node with this.
    env: { ELECTRON_RUN_AS_NODE: '1' },
    version,
  }));
}

/** Models of the editor can be asked inside it only; the server then takes the one that is always there. */
function chosen({ model, recipe }: DoorWindow): string[] {
  const isOutside = model !== '' && !model.startsWith('editor:');
  return [...(isOutside ? ['--model', model] : []), ...(recipe === '' ? [] : ['--recipe', recipe])];
}

function nameOf(folder: string): string {
  return folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
}
