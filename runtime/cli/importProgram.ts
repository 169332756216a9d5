// `tool-r1 import` and `tool-r1 generate` with their options: agent tasks and trajectories out of foreign files, and made tasks.
import { Option, type Command as Commander } from 'commander';
import {
  foreignFormatIds,
  type ForeignFormatId,
} from '../store/importers/trajectories/foreignFormat.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import type { ExitCode } from './exitCodes.ts';
import { numberBetween, wholeNumber } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

interface ImportFlags {
  readonly out?: string;
  readonly json?: boolean;
}

interface ImportTrajectoriesFlags {
  readonly to?: string;
  readonly format?: ForeignFormatId;
}

interface GenerateFlags extends ImportFlags {
  readonly count: number;
  readonly seed: number;
}

const outHelp = 'task file to add to (default: .tool-r1/tasks.jsonl)';
const formatHelp = 'what wrote the trajectories, where the file does not tell';
const formatNeedsTo =
  '--format is for trajectories. Name the new file for them too: --to NAME.trajectories.jsonl.';
const mostGenerated = 10_000;

export function addImport(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('import')
    .description(
      'add the agent tasks of another file, or with --to the trajectories of another program',
    )
    .argument(
      '<file>',
      "JSON, CSV, Parquet, GAIA's or ToolRL's tasks; or what another program wrote",
    )
    .addOption(new Option('-o, --out <file>', outHelp).conflicts('to'))
    .option('--to <file>', 'new file for trajectories, *.trajectories.jsonl')
    .addOption(new Option('--format <name>', formatHelp).choices(foreignFormatIds))
    .option('--json', 'print JSON')
    .action(async (file: string, flags: ImportFlags & ImportTrajectoriesFlags) => {
      onEnd(await importFile(context, file, flags));
    });
}

async function importFile(
  context: CommandContext,
  file: string,
  { out, to, format, json = false }: ImportFlags & ImportTrajectoriesFlags,
): Promise<ExitCode> {
  if (to === undefined) {
    if (format !== undefined) throw new HumanError(formatNeedsTo);
    const { importCommand } = await import('./importCommand.ts');
    return importCommand(context, { file, out: out ?? null, json });
  }
  const { importTrajectoriesCommand } = await import('./importTrajectoriesCommand.ts');
  return importTrajectoriesCommand(context, { file, to, format: format ?? null, json });
}

export function addGenerate(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('generate')
    .description('add made-up agent tasks over tools with a state, for the recipe artist-tools')
    .option('--count <number>', 'how many', numberBetween(1, mostGenerated, true), 40)
    .option('--seed <number>', 'the same seed makes the same tasks', wholeNumber, 1)
    .option('-o, --out <file>', outHelp)
    .option('--json', 'print JSON')
    .action(async ({ count, seed, out, json = false }: GenerateFlags) => {
      const { generateCommand } = await import('./generateCommand.ts');
      onEnd(await generateCommand(context, { count, seed, out: out ?? null, json }));
    });
}
