// `tool-r1 machine check` and `prepare`, with their options.
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

interface JsonFlag {
  readonly json?: boolean;
}
