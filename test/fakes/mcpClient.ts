// The official MCP client on the built `tool-r1 mcp`, with a person who answers as a test says.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { cliFile } from './cliProcess.ts';

export interface McpClientOptions {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the person says when they are asked; null for a client that cannot ask. */
  readonly person?: 'accept' | 'decline' | 'cancel' | null;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export class McpClient {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  /** What was shown to the person, one after the other. */
  readonly asked: string[] = [];
  /** What the client could not make sense of: anything on stdout that is no message of the protocol. */
  readonly problems: Error[] = [];

  constructor({ cwd, args = [], env = {}, person = null }: McpClientOptions) {
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'mcp', ...args],
      cwd,
      env: { ...(process.env as Record<string, string>), NO_COLOR: '1', ...env },
      stderr: 'ignore',
    });
    const capabilities = person === null ? {} : { elicitation: {} };
    this.client = new Client({ name: 'test', version: '1' }, { capabilities });
    this.client.onerror = (error) => {
      if (!isLateProgress(error)) this.problems.push(error);
    };
    if (person === null) return;
    this.client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      this.asked.push(params.message);
      return { action: person };
    });
  }

  async connect(): Promise<this> {
    await this.client.connect(this.#transport);
    return this;
  }

  async call(name: string, input: object = {}, options: CallOptions = {}): Promise<ToolAnswer> {
    const { onProgress = () => undefined, ...rest } = options;
    const given = await this.client.callTool({ name, arguments: { ...input } }, undefined, {
      ...rest,
      timeout: 60_000,
      onprogress: ({ message = '' }) => onProgress(message),
    });
    const { content, isError = false } = Answer.parse(given);
    return { text: content.map(({ text }) => text).join('\n'), isError };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The client hears an answer before the progress that was sent ahead of it when both arrive in one piece. */
function isLateProgress({ message }: Error): boolean {
  return message.startsWith('Received a progress notification for an unknown token');
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

const Answer = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  isError: z.boolean().optional(),
});
