// `tool-r1 machine runs` and `tool-r1 machine log`, with their options.
import type { Command as Commander } from 'commander';
import { numberBetween } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

export function addRuns(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('runs')
    .description('list the training runs of a machine; without a name those of all machines')
    .argument('[name]', 'an attached machine')
    .option('--json', 'print one run a line')
    .action(async (name: string | undefined, { json = false }: { readonly json?: boolean }) => {
      const { machineRunsCommand } = await import('./machineRunsCommand.ts');
      onEnd(await machineRunsCommand(context, { machine: name ?? null, json }));
    });
}

interface LogFlags {
  readonly log: string;
  readonly follow?: boolean;
  readonly bytes: number;
}

export function addLog(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('log')
    .description('print the end of a log of a run, without reading the rest')
    .argument('<run>', 'name of a run, or MACHINE/NAME')
    .option('--log <name>', 'which log: trainer, tokens, rollouts or supervisor', 'trainer')
    .option('--bytes <n>', 'how much of it', numberBetween(1, 256_000, true), 16_000)
    .option('--follow', 'go on printing until Ctrl+C')
    .action(async (run: string, { log, follow = false, bytes }: LogFlags) => {
      const { machineLogCommand } = await import('./machineLogCommand.ts');
      onEnd(await machineLogCommand(context, { run, log, follow, bytes }));
    });
}
