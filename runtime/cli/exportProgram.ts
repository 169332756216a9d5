// `tool-r1 export` with its options.
import { Option, type Command as Commander } from 'commander';
import { exportFormats } from '../contract/exportFormats.ts';
import { collect } from './collect.ts';
import type { ProgramParts } from './program.ts';

interface ExportFlags {
  readonly format: (typeof exportFormats)[number];
  readonly to: string;
  readonly id: readonly string[];
  readonly json?: boolean;
}

export function addExport(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('export')
    .description('write recorded trajectories for another program')
    .argument('<file>', 'a .trajectories.jsonl file')
    .addOption(
      new Option('--format <name>', 'of the new file').choices(exportFormats).makeOptionMandatory(),
    )
    .requiredOption('--to <file>', 'the new file; one that is there is not replaced')
    .option('--id <id>', 'a trajectory to write; repeat it (default: all)', collect, [])
    .option('--json', 'print JSON')
    .action(async (file: string, { format, to, id, json = false }: ExportFlags) => {
      const { exportCommand } = await import('./exportCommand.ts');
      onEnd(await exportCommand(context, { file, format, to, ids: id, json }));
    });
}
