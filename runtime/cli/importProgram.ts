// `tool-r1 import` and `tool-r1 generate` with their options: agent tasks out of foreign files, and made ones.
import type { Command as Commander } from 'commander';
import { numberBetween, wholeNumber } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

interface ImportFlags {
  readonly out?: string;
  readonly json?: boolean;
}

interface GenerateFlags extends ImportFlags {
  readonly count: number;
  readonly seed: number;
}

const outHelp = 'task file to add to (default: .tool-r1/tasks.jsonl)';
const mostGenerated = 10_000;

export function addImport(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('import')
    .description("add the agent tasks of another file: JSON, CSV, Parquet, GAIA's or ToolRL's")
    .argument('<file>', 'a .json, .jsonl, .csv, .tsv or .parquet file')
    .option('-o, --out <file>', outHelp)
    .option('--json', 'print JSON')
    .action(async (file: string, { out, json = false }: ImportFlags) => {
      const { importCommand } = await import('./importCommand.ts');
      onEnd(await importCommand(context, { file, out: out ?? null, json }));
    });
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
