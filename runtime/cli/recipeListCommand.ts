// `tool-r1 recipe list`: the recipes that the product brings.
import { builtInRecipes } from '../recipes/builtInRecipes.ts';
import { readRecipe } from '../recipes/readRecipe.ts';
import type { CommandContext } from './command.ts';
import { wrapText } from './displayWidth.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export async function recipeListCommand(
  { terminal, cwd }: CommandContext,
  { json }: { readonly json: boolean },
): Promise<ExitCode> {
  const names = [...builtInRecipes.keys()];
  const recipes = await Promise.all(names.map((name) => readRecipe(name, cwd)));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  for (const { name, description, agent, reward } of recipes) {
    if (json) {
      const { protocol } = agent;
      terminal.line(JSON.stringify({ name, description, protocol, reward: reward.kind }));
      continue;
    }
    const lines = wrapText(description, terminal.columns - width);
    for (const [index, line] of lines.entries()) {
      const head = index === 0 ? name.padEnd(width) : ' '.repeat(width);
      terminal.line(terminal.palette.accent(head) + line);
    }
  }
  return exitCodes.ok;
}
