// `tool-r1 filter` with its options.
import { type Command as Commander, Option } from 'commander';
import { collect } from './collect.ts';
import { numberBetween, wholeNumber } from './numberOption.ts';
import type { ProgramParts } from './program.ts';
import { setHelp } from './recipeProgram.ts';

export function addFilter(
  program: Commander,
  { context, onEnd }: ProgramParts,
  modelHelp: string,
): void {
  program
    .command('filter')
    .description(
      'measure how often a model solves each task, and keep those that can teach it anything',
    )
    .argument('<tasks>', 'a tasks.jsonl file; the pass rates are written into it')
    .option('-r, --recipe <name>', 'a built-in recipe or a JSON file', 'tool-r1')
    .option('-s, --set <path=value>', setHelp, collect, [])
    .addOption(new Option('-m, --model <name>', modelHelp).default('embedded').env('TOOL_R1_MODEL'))
    .option(
      '--samples <number>',
      'rollouts of each task, 1 to 1000 (default: as the recipe says)',
      numberBetween(1, 1000, true),
    )
    .option('--seed <number>', 'of the rollouts', wholeNumber, 0)
    .option('--concurrency <number>', 'rollouts at once, 1 to 64', numberBetween(1, 64, true), 1)
    .option('-o, --out <file>', 'write the kept tasks alone to this file too')
    .option('--json', 'print one task a line')
    .action(async (tasks: string, options: FilterFlags) => {
      const { filterCommand } = await import('./filterCommand.ts');
      const { recipe, set: changes, model, samples = null, seed, concurrency } = options;
      const { out = null, json = false } = options;
      const sampling = { recipe, changes, model, samples, seed, concurrency };
      onEnd(await filterCommand(context, { tasks, ...sampling, out, json }));
    });
}

interface FilterFlags {
  readonly recipe: string;
  readonly set: readonly string[];
  readonly model: string;
  readonly samples?: number;
  readonly seed: number;
  readonly concurrency: number;
  readonly out?: string;
  readonly json?: boolean;
}
