// What was changed in each of the compared recipes, and why, as a table.
import {
  changesOfAll,
  comparedRecipes,
  comparisonOf,
  type RecipeChange,
} from './comparedRecipes.ts';
import { tableRow } from './cost.ts';

export function changeTable(): string {
  const lines = [
    '| recipe | changed to | because |',
    '| --- | --- | --- |',
    ...changesOfAll.map((change) => row('all', change)),
    ...comparedRecipes.flatMap((recipe) =>
      comparisonOf[recipe].changes.map((change) => row(recipe, change)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function row(recipe: string, { change, reason }: RecipeChange): string {
  return tableRow([recipe, `\`${change}\``, reason]);
}
