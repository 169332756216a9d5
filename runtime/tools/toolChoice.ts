// Which tools a rollout has: those that its recipe lists, or those that suit its files and what the person allowed.
import type { AgentSettings } from '../contract/recipe.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import { HumanError } from '../support/errors.ts';

/** In the order in which a prompt has them. */
export const toolNames = [
  'final_answer',
  'inspect_file_as_text',
  'local_visualizer',
  'wikipedia_qa',
  'web_qa',
  'visit_qa',
  'find_archived_url',
] as const;
export type ToolName = (typeof toolNames)[number];

const always: ReadonlySet<ToolName> = new Set(['final_answer', 'inspect_file_as_text']);
const ofWeb: ReadonlySet<ToolName> = new Set([
  'wikipedia_qa',
  'web_qa',
  'visit_qa',
  'find_archived_url',
]);

export interface ToolWish {
  readonly recipe: { readonly name: string; readonly agent: Pick<AgentSettings, 'tools'> };
  readonly files: Pick<ChosenFiles, 'files'>;
  /** Whether the person allowed the web, live or recorded. */
  readonly hasWeb: boolean;
}

/** @throws HumanError for a list with a tool that there is not, or that needs a web that the person did not allow */
export function toolChoice({ recipe, files, hasWeb }: ToolWish): readonly ToolName[] {
  const listed = recipe.agent.tools;
  if (listed === undefined) return toolNames.filter((name) => suits(name, files, hasWeb));
  const unknown = listed.find((name) => !toolNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw new HumanError(
      `Recipe ${recipe.name} lists a tool "${unknown}" in agent.tools; there are ${toolNames.join(', ')}.`,
    );
  }
  const refused = hasWeb
    ? []
    : toolNames.filter((name) => listed.includes(name) && ofWeb.has(name));
  if (refused.length > 0) throw needsWeb(recipe.name, refused);
  // Nothing can end without it.
  return toolNames.filter((name) => name === 'final_answer' || listed.includes(name));
}

function suits(name: ToolName, { files }: ToolWish['files'], hasWeb: boolean): boolean {
  if (always.has(name)) return true;
  return ofWeb.has(name) ? hasWeb : files.some((file) => picture.test(file.name));
}

const picture = /\.(png|jpe?g|gif|webp|bmp|tiff?|avif|heic|heif)$/i;

function needsWeb(recipe: string, refused: readonly string[]): HumanError {
  const rest = toolNames.filter((name) => !ofWeb.has(name));
  return new HumanError(
    `Recipe ${recipe} lists ${refused.join(', ')} in agent.tools, but the web is off. ` +
      'Allow the web (--web in a terminal, the setting toolR1.web.enabled in VS Code), replay a recording of it, ' +
      `or take a recipe whose agent.tools are among ${rest.join(', ')}.`,
  );
}
