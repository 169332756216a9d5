// What was changed in each of the compared recipes, and why, as a table.
import {
  comparedRecipes,
  forcedOnAll,
  forcedOnlyOn,
  type ForcedChange,
} from './comparedRecipes.ts';
import { tableRow } from './cost.ts';

export function changeTable(): string {
  const lines = [
    '| recipe | changed to | because |',
    '| --- | --- | --- |',
    ...forcedOnAll.map((change) => row('all', change)),
    ...comparedRecipes.flatMap((recipe) =>
      forcedOnlyOn(recipe).map((change) => row(recipe, change)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function row(recipe: string, { change, reason }: ForcedChange): string {
  return tableRow([recipe, `\`${change}\``, reason]);
}
