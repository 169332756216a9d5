// The command "Start Training...": asks what and where, shows what would happen, and starts when the person says so.
import * as vscode from 'vscode';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import type { RequestParams, RequestResult } from '../runtime/runtimeRequests.ts';
import { showWork } from '../running/shownWork.ts';
import { Problem } from '../support/problem.ts';
import { calledMachine } from './calledRun.ts';
import { planText } from './planText.ts';
import type { RunPanels } from './runPanels.ts';
import type { TrainingServices } from './trainingServices.ts';

type Wish = RequestParams<'plan-training'>;
type Plan = RequestResult<'plan-training'>;

/** Resolves to the name of the run; undefined when the person gave up. */
export async function startTraining(
  services: TrainingServices,
  panels: RunPanels,
  args: readonly unknown[],
): Promise<string | undefined> {
  const { runtime } = services;
  const wish = await askWish(services, args);
  if (wish === undefined) return undefined;
  const plan = await showWork(runtime, 'Looking what the training would take', (callId, token) =>
    runtime.request('plan-training', { ...wish, callId }, { token }),
  );
  await show(services, plan, wish.machine);
  if (!(await confirm(plan, wish.machine))) return undefined;
  const { run } = await showWork(runtime, `Starting ${plan.name}`, (callId, token) =>
    runtime.request('start-training', { ...wish, name: plan.name, callId }, { token }),
  );
  panels.open(run);
  return run.name;
}

async function askWish(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<Omit<Wish, 'callId'> | undefined> {
  const workspace = services.workspaces()[0];
  if (workspace === undefined) {
    throw new Problem('Open the folder with the tasks first: the run is trained on them.');
  }
  const title = 'Start Training: Which Machine?';
  const machine = await calledMachine(services, args, title);
  if (machine === undefined) return undefined;
  const tasks = await askTasks();
  if (tasks === undefined) return undefined;
  const model = await askModel(machine.name);
  if (model === undefined) return undefined;
  const steps = await askSteps();
  if (steps === undefined) return undefined;
  const hasGpu = (machine.facts?.gpus.length ?? 0) > 0;
  return {
    ...{ machine: machine.name, workspace, tasks, model, steps },
    recipe: services.recipe(),
    device: hasGpu ? 'cuda' : 'cpu',
  };
}

async function askTasks(): Promise<string | undefined> {
  const found = await vscode.workspace.findFiles('**/*tasks*.jsonl', '**/node_modules/**', 50);
  const other = 'Another file...';
  const items = [...found.map(({ fsPath }) => fsPath), other];
  const picked =
    found.length === 0
      ? other
      : await vscode.window.showQuickPick(items, { title: 'Start Training: Which Tasks?' });
  if (picked !== other) return picked;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Start Training: Which Tasks?',
      filters: { 'Agent tasks': ['jsonl'] },
    })) ?? [];
  return file?.fsPath;
}

async function askModel(machine: string): Promise<string | undefined> {
  const there = machine === thisComputer ? '' : ', here or on the machine,';
  return vscode.window.showInputBox({
    title: 'Start Training: Which Model?',
    prompt: `A folder with a Hugging Face model${there} or its name, such as Qwen/Qwen2.5-7B-Instruct`,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Write a folder or a name.' : null),
  });
}

/** Null takes the number of the recipe. */
async function askSteps(): Promise<number | null | undefined> {
  const text = await vscode.window.showInputBox({
    title: 'Start Training: How Many Train Steps?',
    prompt: 'Empty takes the number of the recipe',
    ignoreFocusOut: true,
    validateInput: (said) =>
      /^(?:[1-9]\d{0,6})?$/.test(said.trim()) ? null : 'Write a whole number, or nothing.',
  });
  if (text === undefined) return undefined;
  return text.trim() === '' ? null : Number(text);
}

async function show({ addText }: TrainingServices, plan: Plan, machine: string): Promise<void> {
  const uri = addText(`Plan of ${plan.name}.txt`, planText(plan, machine));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** @throws Problem when a check fails: then it would not start */
async function confirm(plan: Plan, machine: string): Promise<boolean> {
  const failed = plan.checks.find(({ state }) => state === 'fail');
  if (failed !== undefined) {
    throw new Problem(
      `The training cannot start on ${machine}: ${failed.detail} ${failed.advice ?? ''}`.trim(),
    );
  }
  const start = 'Start Training';
  const chosen = await vscode.window.showInformationMessage(
    `Start ${plan.name} on ${machine}?`,
    { modal: true, detail: 'What it would take stands in the text that was opened.' },
    start,
  );
  return chosen === start;
}
