// `tool-r1 label` and what stands below it.
import { Option, type Command as Commander } from 'commander';
import { LabelFormat } from '../contract/labelling.ts';
import { numberBetween } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

interface QueueFlags {
  readonly rater?: string;
  readonly size: number;
}

const raterHelp = 'who labels (default: the name and mail that git knows)';
const filesHelp = 'trajectory files; leave them out for all of the workspace';

export function addLabel(program: Commander, { context, onEnd }: ProgramParts): void {
  const label = program
    .command('label')
    .description('label answers where judges disagree, blind')
    .argument('[files...]', filesHelp)
    .option('--rater <name>', raterHelp)
    .option('--size <items>', 'most items of the queue', numberBetween(1, 100_000, true), 300)
    .action(async (files: string[], { rater, size }: QueueFlags) => {
      const { labelCommand } = await import('./labelCommand.ts');
      onEnd(await labelCommand(context, { files, rater: rater ?? null, size }));
    });
  label
    .command('conflicts')
    .description('decide where people differ')
    .argument('[files...]', filesHelp)
    .option('--rater <name>', raterHelp)
    .action(async (files: string[], flags: Partial<QueueFlags>) => {
      const { labelConflictsCommand } = await import('./labelConflictsCommand.ts');
      const rater = flags.rater ?? ownRater(label);
      onEnd(await labelConflictsCommand(context, { files, rater, size: 300 }));
    });
  addReports(label, { context, onEnd });
}

function ownRater(label: Commander): string | null {
  return label.opts<QueueFlags>().rater ?? null;
}

function addReports(label: Commander, { context, onEnd }: Pick<ProgramParts, 'context' | 'onEnd'>) {
  label
    .command('agreement')
    .description('show how far judges, the rule and people agree')
    .argument('[files...]', filesHelp)
    .option('--json', 'print JSON')
    .action(async (files: string[], { json = false }: { readonly json?: boolean }) => {
      const { labelAgreementCommand } = await import('./labelAgreementCommand.ts');
      onEnd(await labelAgreementCommand(context, { files, json }));
    });
  label
    .command('export')
    .description('write the labels of the workspace in another format')
    .addOption(
      new Option('--format <name>', 'which').choices(LabelFormat.options).makeOptionMandatory(),
    )
    .requiredOption('--to <file>', 'a file that is not there yet')
    .action(async (options: { readonly format: LabelFormat; readonly to: string }) => {
      const { labelExportCommand } = await import('./labelExchangeCommand.ts');
      onEnd(await labelExportCommand(context, options));
    });
  label
    .command('import')
    .description('add labels from a file of any of these formats')
    .argument('<file>', LabelFormat.options.join(', '))
    .action(async (file: string) => {
      const { labelImportCommand } = await import('./labelExchangeCommand.ts');
      onEnd(await labelImportCommand(context, file));
    });
}
