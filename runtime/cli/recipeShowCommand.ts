// `tool-r1 recipe show`: every setting of a recipe with its value, its unit and who says so.
import { ablations } from '../recipes/ablations.ts';
import { readRecipeWithSources } from '../recipes/readRecipe.ts';
import { settingLeaves, type RecipeReading } from '../recipes/recipeReading.ts';
import { settingUnits } from '../recipes/settingUnits.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { wrapText } from './displayWidth.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export interface RecipeShowOptions {
  /** Built-in recipe or file. */
  readonly name: string;
  /** Each `path=value`. */
  readonly changes: readonly string[];
  readonly ablations: boolean;
  readonly json: boolean;
}

/** One setting, as `--json` prints it. */
interface Setting {
  readonly path: string;
  readonly value: unknown;
  readonly unit: string | null;
  /** `own` for what neither the file nor the recipe that it extends has named a source of. */
  readonly source: string;
  readonly note: string | null;
}

export async function recipeShowCommand(
  { terminal, cwd }: CommandContext,
  options: RecipeShowOptions,
): Promise<ExitCode> {
  const reading = await readRecipeWithSources(options.name, cwd, options.changes);
  if (options.ablations) {
    showAblations(terminal, options);
    return exitCodes.ok;
  }
  const settings = settingsOf(reading);
  const { recipe } = reading;
  if (options.json)
    terminal.line(JSON.stringify({ recipe, settings, notes: Object.fromEntries(reading.notes) }));
  else print(terminal, reading, settings);
  return exitCodes.ok;
}

function settingsOf({ recipe, sources, notes }: RecipeReading): Setting[] {
  return settingLeaves(recipe).map(([path, value]) => ({
    path,
    value,
    unit: settingUnits[path] ?? null,
    source: sources.get(path) ?? 'own',
    note: notes.get(path) ?? null,
  }));
}

function print(
  terminal: Terminal,
  { recipe, notes }: RecipeReading,
  settings: readonly Setting[],
): void {
  const { palette, columns } = terminal;
  terminal.line(palette.strong(sanitise(recipe.name)));
  for (const line of wrapText(sanitise(recipe.description), columns)) terminal.line(line);
  terminal.line();
  // The value comes last, because it may be long.
  const rows = settings.map(({ path, value, unit, source }) => [
    path,
    unit ?? '',
    source,
    shownValue(value),
  ]);
  const [head = '', ...lines] = textTable([['setting', 'unit', 'source', 'value'], ...rows]);
  terminal.line(palette.strong(head));
  for (const line of lines) terminal.line(sanitise(line));
  if (notes.size > 0) terminal.line();
  for (const [path, note] of inOrder(notes, settings)) {
    for (const line of wrapText(sanitise(`${path}: ${note}`), columns, '  ')) {
      terminal.line(palette.faint(line));
    }
  }
}

const widestList = 40;

function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && value !== 0 && value < 0.0001) return value.toExponential();
  const text = JSON.stringify(value);
  const isLong = Array.isArray(value) && text.length > widestList;
  return isLong ? count(value.length, 'entry', 'entries') : text;
}

/** Notes as their settings stand in the table; one on several settings stands with the first. */
function inOrder(
  notes: RecipeReading['notes'],
  settings: readonly Setting[],
): (readonly [path: string, note: string])[] {
  const place = (path: string) =>
    settings.findIndex((setting) => `${setting.path}.`.startsWith(`${path}.`));
  return [...notes].sort(([a], [b]) => place(a) - place(b));
}

function showAblations(terminal: Terminal, { name, json }: RecipeShowOptions): void {
  const rows = ablations.filter(({ recipe }) => recipe === name);
  if (rows.length === 0) {
    const names = [...new Set(ablations.map(({ recipe }) => recipe))].join(', ');
    throw new HumanError(`There are no ablations of ${name}. Those of ${names} are known.`);
  }
  for (const row of json ? rows : []) terminal.line(JSON.stringify(row));
  if (json) return;
  terminal.line(terminal.palette.strong(rows[0]?.table ?? name));
  const lines = rows.map(({ row, changes }) => [
    row,
    changes.map((one) => `--set ${one}`).join(' '),
  ]);
  for (const line of textTable(lines)) terminal.line(line);
}
