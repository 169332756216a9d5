// `tool-r1 machine checkpoints`, `clean`, `pin`, `download`, `serve`, `evaluate` and `compare`, with their options.
import type { Command as Commander } from 'commander';
import type { KeepPolicy } from '../contract/training/runFolder.ts';
import { keptCheckpoints } from './keptCheckpointsOption.ts';
import { wholeNumber } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

const runArgument = 'name of a run, or MACHINE/NAME';

export function addCheckpoints(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('checkpoints')
    .description('list the checkpoints of a run, and which of them can be resumed from')
    .argument('<run>', runArgument)
    .option('--json', 'print one checkpoint a line')
    .action(async (run: string, { json = false }: { readonly json?: boolean }) => {
      const { machineCheckpointsCommand } = await import('./machineCheckpointsCommand.ts');
      onEnd(await machineCheckpointsCommand(context, { run, json }));
    });
}

export function addClean(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('clean')
    .description('delete the checkpoints of a run that are neither new, nor good, nor pinned')
    .argument('<run>', runArgument)
    .option(
      '--keep <last+best>',
      'how many stay, such as 3+1 (default: as the run says)',
      keptCheckpoints,
    )
    .option('--dry-run', 'only say what would be deleted')
    .action(async (run: string, { keep, dryRun = false }: CleanFlags) => {
      const { machineCleanCommand } = await import('./machineCleanCommand.ts');
      onEnd(await machineCleanCommand(context, { run, keep: keep ?? null, dryRun }));
    });
}

interface CleanFlags {
  readonly keep?: KeepPolicy;
  readonly dryRun?: boolean;
}

export function addPin(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('pin')
    .description('keep a checkpoint whatever comes, or with --off no longer')
    .argument('<run>', runArgument)
    .argument('<step>', 'train step of the checkpoint', wholeNumber)
    .option('--off', 'let it go with the others')
    .action(async (run: string, step: number, { off = false }: { readonly off?: boolean }) => {
      const { machinePinCommand } = await import('./machinePinCommand.ts');
      onEnd(await machinePinCommand(context, { run, step, pinned: !off }));
    });
}

export function addDownload(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('download')
    .description('bring every file of a checkpoint here; called again, it goes on where it was')
    .argument('<run>', runArgument)
    .argument('<step>', 'train step of the checkpoint', wholeNumber)
    .argument('<folder>', 'an empty one, or one that is made')
    .action(async (run: string, step: number, folder: string) => {
      const { machineDownloadCommand } = await import('./machineDownloadCommand.ts');
      onEnd(await machineDownloadCommand(context, { run, step, folder }));
    });
}

export function addServe(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('serve')
    .description('serve a checkpoint on its machine until Ctrl+C, as a model to be used from here')
    .argument('<run>', runArgument)
    .argument('<step>', 'train step of the checkpoint', wholeNumber)
    .action(async (run: string, step: number) => {
      const { machineServeCommand } = await import('./machineServeCommand.ts');
      onEnd(await machineServeCommand(context, { run, step }));
    });
}

export function addEvaluate(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('evaluate')
    .description(
      'measure a checkpoint on tasks that have answers; called again, it goes on where it was',
    )
    .argument('<run>', runArgument)
    .argument('<step>', 'train step of the checkpoint', wholeNumber)
    .requiredOption('--tasks <file>', 'a tasks.jsonl file, of held-out tasks as a rule')
    .option('--json', 'print JSON')
    .action(async (run: string, step: number, { tasks, json = false }: EvaluateFlags) => {
      const { machineEvaluateCommand } = await import('./machineEvaluateCommand.ts');
      onEnd(await machineEvaluateCommand(context, { run, step, tasks, json }));
    });
}

interface EvaluateFlags {
  readonly tasks: string;
  readonly json?: boolean;
}

export function addCompare(machine: Commander, { context, onEnd }: ProgramParts): void {
  machine
    .command('compare')
    .description('compare two checkpoints that were evaluated on the same tasks')
    .argument('<run>', runArgument)
    .argument('<first>', 'train step of one', wholeNumber)
    .argument('<second>', 'train step of the other', wholeNumber)
    .option('--json', 'print JSON')
    .action(
      async (
        run: string,
        first: number,
        second: number,
        { json = false }: { readonly json?: boolean },
      ) => {
        const { machineCompareCommand } = await import('./machineCompareCommand.ts');
        onEnd(await machineCompareCommand(context, { run, first, second, json }));
      },
    );
}
