// What a person is asked about a training that is to be started, one quick pick or field each. Undefined when the person gave up.
import * as vscode from 'vscode';
import type { MachineListing } from '../../runtime/contract/machine.ts';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';

const title = 'Start Training';

/** A file of tasks on this computer. */
export async function askTasks(): Promise<string | undefined> {
  const found = await vscode.workspace.findFiles('**/*tasks*.jsonl', '**/node_modules/**', 50);
  const other = 'Another file...';
  const items = [...found.map(({ fsPath }) => fsPath), other];
  const question = { title: `${title}: Which Tasks?` };
  const picked = found.length === 0 ? other : await vscode.window.showQuickPick(items, question);
  if (picked !== other) return picked;
  const filters = { 'Agent tasks': ['jsonl'] };
  const [file] = (await vscode.window.showOpenDialog({ ...question, filters })) ?? [];
  return file?.fsPath;
}

export async function askModel(machine: string, value = ''): Promise<string | undefined> {
  const there = machine === thisComputer ? '' : ', here or on the machine,';
  return ask({
    title: `${title}: Which Model?`,
    prompt: `A folder with a Hugging Face model${there} or its name, such as Qwen/Qwen2.5-7B-Instruct`,
    value,
    validateInput: (text) => (text.trim() === '' ? 'Write a folder or a name.' : null),
  });
}

interface RecipeItem extends vscode.QuickPickItem {
  /** Null lets the person choose a file. */
  readonly name: string | null;
}

/** A built-in recipe by its name, or the path of a file. */
export async function askRecipe(
  runtime: RuntimeRequests,
  value: string,
): Promise<string | undefined> {
  const { recipes } = await runtime.request('list-recipes', {});
  const items: RecipeItem[] = recipes.map(({ name, description: detail }) => ({
    ...{ label: name, detail, name },
    ...(name === value ? { description: 'chosen now' } : {}),
  }));
  const other: RecipeItem = { label: 'A recipe of your own...', detail: 'A JSON file', name: null };
  const question = { title: `${title}: Which Recipe?`, matchOnDetail: true };
  const picked = await vscode.window.showQuickPick([...items, other], question);
  if (picked?.name !== null) return picked?.name;
  const filters = { Recipes: ['json'] };
  const [file] = (await vscode.window.showOpenDialog({ title: question.title, filters })) ?? [];
  return file?.fsPath;
}

/** Null takes the number of the recipe. */
export async function askSteps(value: number | null): Promise<number | null | undefined> {
  const text = await ask({
    title: `${title}: How Many Train Steps?`,
    prompt: 'Empty takes the number of the recipe',
    value: value === null ? '' : String(value),
    validateInput: (said) =>
      /^(?:[1-9]\d{0,6})?$/.test(said.trim()) ? null : 'Write a whole number, or nothing.',
  });
  if (text === undefined) return undefined;
  return text === '' ? null : Number(text);
}

/** Null has it named by recipe and time. */
export async function askName(value: string | null): Promise<string | null | undefined> {
  const text = await ask({
    title: `${title}: Under Which Name?`,
    prompt: 'The name of its folder. Empty makes one of recipe and time',
    value: value ?? '',
    validateInput: (said) =>
      /^(?:\w[\w.-]{0,99})?$/.test(said.trim())
        ? null
        : 'Letters, digits, ".", "_" and "-", at most 100; a letter or a digit first.',
  });
  return text === undefined || text !== '' ? text : null;
}

/** Null: the machine that trains. */
export async function askSampler(
  machines: readonly MachineListing[],
): Promise<string | null | undefined> {
  const same = { label: 'The same machine', name: null };
  const others = machines.map(({ name }) => ({ label: name, name }));
  const question = { title: `${title}: Which Machine Samples?` };
  return (await vscode.window.showQuickPick([same, ...others], question))?.name;
}

/** An IPv4 address; null takes the first that is reached. */
export async function askAddress(value: string | null): Promise<string | null | undefined> {
  const text = await ask({
    title: `${title}: At Which Address?`,
    prompt:
      'IPv4 address at which the machine that trains reaches it. Empty tries those that it has',
    value: value ?? '',
    validateInput: (said) =>
      /^(?:\d{1,3}(?:\.\d{1,3}){3})?$/.test(said.trim()) && said.split('.').every(isByte)
        ? null
        : 'Write an address such as 10.0.0.2, or nothing.',
  });
  return text === undefined || text !== '' ? text : null;
}

function isByte(part: string): boolean {
  return Number(part) <= 255;
}

async function ask(question: vscode.InputBoxOptions): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({ ...question, ignoreFocusOut: true });
  return text?.trim();
}
