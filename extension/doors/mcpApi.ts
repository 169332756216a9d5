// The part of VS Code that offers MCP servers to its agents. It came with 1.101, after the oldest VS Code that the extension admits,
// so it is looked for and not taken for granted. 1.100 has a draft of it that refuses what package.json declares.
import type { Disposable } from '../support/disposable.ts';

/** A server that the editor starts. */
export interface StdioServer {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
}

export interface McpServerProvider {
  readonly onDidChangeMcpServerDefinitions: (listener: () => unknown) => Disposable;
  readonly provideMcpServerDefinitions: () => Promise<object[]>;
}

export interface McpApi {
  /** As the editor wants it. */
  readonly define: (server: StdioServer) => object;
  readonly register: (id: string, provider: McpServerProvider) => Disposable;
}

/** What the editor has of it. */
export interface McpNamespace {
  /** Such as `1.101.2`. */
  readonly version: string;
  readonly lm: object;
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: string[],
    env: Record<string, string>,
    version: string,
  ) => object;
}

type Register = (id: string, provider: McpServerProvider) => Disposable;

/** Null in an older editor. */
export function mcpApi(editor: McpNamespace): McpApi | null {
  const { McpStdioServerDefinition: Definition, lm, version } = editor;
  if (isDraft(version) || Definition === undefined || !canRegister(lm)) return null;
  return {
    define: ({ label, command, args, env, version }) =>
      new Definition(label, command, [...args], { ...env }, version),
    register: (id, provider) => lm.registerMcpServerDefinitionProvider(id, provider),
  };
}

/** Before 1.101. */
function isDraft(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 1 || (major === 1 && minor < 101);
}

function canRegister(lm: object): lm is { readonly registerMcpServerDefinitionProvider: Register } {
  const name = 'registerMcpServerDefinitionProvider';
  return name in lm && typeof lm[name] === 'function';
}
