// `tool-r1 mcp` with its options.
import { type Command as Commander, Option } from 'commander';
import type { ProgramParts } from './program.ts';

export function addMcp(
  program: Commander,
  { context, onEnd }: ProgramParts,
  modelHelp: string,
): void {
  program
    .command('mcp')
    .description('let other agents read trajectories and runs, and run the agent (MCP over stdio)')
    .option('--folder <dir>', 'what they may read (default: the current folder)')
    .addOption(new Option('-m, --model <name>', modelHelp).default('embedded').env('TOOL_R1_MODEL'))
    .option('--recipe <name>', 'a built-in recipe or a JSON file', 'tool-r1')
    .option('--allow-run', 'run the agent unasked where the client cannot ask a person')
    .action(async (flags: McpFlags) => {
      const { mcpCommand } = await import('./mcpCommand.ts');
      const { folder = null, model, recipe, allowRun = false } = flags;
      onEnd(await mcpCommand(context, { folder, model, recipe, allowsRuns: allowRun }));
    });
}

interface McpFlags {
  readonly folder?: string;
  readonly model: string;
  readonly recipe: string;
  readonly allowRun?: boolean;
}
