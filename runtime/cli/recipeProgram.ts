// `tool-r1 recipe` and its two subcommands, with their options.
import type { Command as Commander } from 'commander';
import { collect } from './collect.ts';
import type { ProgramParts } from './program.ts';

export const setHelp = 'change one setting, for example queue.resample=false; repeat it';

export function addRecipe(program: Commander, parts: ProgramParts): void {
  const recipe = program.command('recipe').description('show the recipes of rollouts and training');
  addList(recipe, parts);
  addShow(recipe, parts);
}

function addList(recipe: Commander, { context, onEnd }: ProgramParts): void {
  recipe
    .command('list')
    .description('list the built-in recipes')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: JsonFlag) => {
      const { recipeListCommand } = await import('./recipeListCommand.ts');
      onEnd(await recipeListCommand(context, { json }));
    });
}

function addShow(recipe: Commander, { context, onEnd }: ProgramParts): void {
  recipe
    .command('show')
    .description(
      'show each setting with its value and who says so: the paper, its code, or this product',
    )
    .argument('<recipe>', 'a built-in recipe or a JSON file')
    .option('-s, --set <path=value>', setHelp, collect, [])
    .option('--ablations', 'list what to set for each row of the paper’s ablations')
    .option('--json', 'print JSON')
    .action(async (name: string, options: ShowFlags) => {
      const { recipeShowCommand } = await import('./recipeShowCommand.ts');
      const { set: changes, ablations = false, json = false } = options;
      onEnd(await recipeShowCommand(context, { name, changes, ablations, json }));
    });
}

interface JsonFlag {
  readonly json?: boolean;
}

interface ShowFlags extends JsonFlag {
  readonly set: readonly string[];
  readonly ablations?: boolean;
}
