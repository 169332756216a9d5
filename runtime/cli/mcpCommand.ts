// `tool-r1 mcp`: serves other agents over the standard streams until they go away. Nothing but the protocol is written to stdout.
import path from 'node:path';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export interface McpOptions {
  /** Null for the current folder. */
  readonly folder: string | null;
  readonly model: string;
  readonly recipe: string;
  readonly allowsRuns: boolean;
}

export async function mcpCommand(
  { cwd, interrupts, openRuntime, serveDoors }: CommandContext,
  { folder, ...wish }: McpOptions,
): Promise<ExitCode> {
  const { signal } = interrupts;
  await serveDoors({ ...wish, folder: path.resolve(cwd, folder ?? '.') }, { openRuntime, signal });
  return interrupts.exitCode ?? exitCodes.ok;
}
