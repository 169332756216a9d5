// `tool-r1 machine` and its subcommands, with their options.
import type { Command as Commander } from 'commander';
import { addCheck, addPrepare, addTidy } from './machineCheckProgram.ts';
import {
  addCheckpoints,
  addClean,
  addDownload,
  addPin,
  addCompare,
  addEvaluate,
  addServe,
} from './machineCheckpointsProgram.ts';
import { addLog, addRuns } from './machineRunsProgram.ts';
import type { ProgramParts } from './program.ts';

export function addMachine(program: Commander, parts: ProgramParts): void {
  const machine = program
    .command('machine')
    .description('attach machines that ssh reaches, and see what runs there');
  addList(machine, parts);
  addAttach(machine, parts);
  addDetach(machine, parts);
  addCheck(machine, parts);
  addPrepare(machine, parts);
  addTidy(machine, parts);
  addRuns(machine, parts);
  addLog(machine, parts);
  addCheckpoints(machine, parts);
  addClean(machine, parts);
  addPin(machine, parts);
  addDownload(machine, parts);
  addServe(machine, parts);
  addEvaluate(machine, parts);
  addCompare(machine, parts);
}

function addList(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('list')
    .description('list the attached machines as they were seen last')
    .option('--json', 'print one machine a line')
    .action(async ({ json = false }: JsonFlag) => {
      const { machineListCommand } = await import('./machineListCommand.ts');
      onEnd(await machineListCommand(context, { json }));
    });
}

function addAttach(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('attach')
    .description('connect to a machine, see what it has, and remember it')
    .argument('<name>', 'as ssh knows it: a host of its configuration, or user@host')
    .option('--json', 'print JSON')
    .action(async (name: string, { json = false }: JsonFlag) => {
      const { machineAttachCommand } = await import('./machineAttachCommand.ts');
      onEnd(await machineAttachCommand(context, { name, json }));
    });
}

function addDetach(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('detach')
    .description('forget a machine; nothing on it is touched, and what runs there goes on')
    .argument('<name>', 'an attached machine')
    .action(async (name: string) => {
      const { machineDetachCommand } = await import('./machineDetachCommand.ts');
      onEnd(await machineDetachCommand(context, { name }));
    });
}

interface JsonFlag {
  readonly json?: boolean;
}
