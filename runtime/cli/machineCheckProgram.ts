// `tool-r1 machine check`, `prepare` and `tidy`, with their options.
import type { Command as Commander } from 'commander';
import type { ProgramParts } from './program.ts';

export function addCheck(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('check')
    .description('look what a machine has for training, and what to do about what is missing')
    .argument('<name>', 'as ssh knows it, or "this computer"')
    .option('--json', 'print one check a line')
    .action(async (name: string, { json = false }: JsonFlag) => {
      const { machineCheckCommand } = await import('./machineCheckCommand.ts');
      onEnd(await machineCheckCommand(context, { name, json }));
    });
}

export function addPrepare(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('prepare')
    .description('bring a machine what runs need there: the program, Node, the trainer')
    .argument('<name>', 'as ssh knows it')
    .option('--json', 'print JSON')
    .action(async (name: string, { json = false }: JsonFlag) => {
      const { machinePrepareCommand } = await import('./machinePrepareCommand.ts');
      onEnd(await machinePrepareCommand(context, { name, json }));
    });
}

export function addTidy(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('tidy')
    .description('delete programs of earlier versions from a machine that no run there uses')
    .argument('<name>', 'as ssh knows it')
    .option('--dry-run', 'only say what would be deleted, with its bytes')
    .option('--json', 'print one part a line')
    .action(async (name: string, { dryRun = false, json = false }: TidyFlags) => {
      const { machineTidyCommand } = await import('./machineTidyCommand.ts');
      onEnd(await machineTidyCommand(context, { name, dryRun, json }));
    });
}

interface TidyFlags extends JsonFlag {
  readonly dryRun?: boolean;
}

interface JsonFlag {
  readonly json?: boolean;
}
