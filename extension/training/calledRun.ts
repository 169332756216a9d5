// Which run, machine or checkpoint a command is about: the one of the tree that it was called on, or one that the person picks.
import * as vscode from 'vscode';
import type { MachineListing } from '../../runtime/contract/machine.ts';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import type { RunListing, ShownState } from '../../runtime/contract/training/runView.ts';
import { Problem } from '../support/problem.ts';
import { stateIcons } from '../views/trainingLook.ts';
import type { TrainingNode } from '../views/trainingNode.ts';
import { machineFigure, runFigure } from '../views/trainingWords.ts';
import type { TrainingServices } from './trainingServices.ts';

/** Only the tree of this extension hands out objects with a kind. */
export function calledNode(args: readonly unknown[]): TrainingNode | null {
  const [first] = args;
  const isNode = typeof first === 'object' && first !== null && 'kind' in first;
  return isNode ? (first as TrainingNode) : null;
}

export interface RunQuestion {
  readonly title: string;
  readonly placeHolder: string;
  /** Runs that can be chosen. */
  readonly fits: (state: ShownState) => boolean;
  /** Said when none fits. */
  readonly none: string;
}

/** Undefined when the person chose none. @throws Problem when there is none */
export async function calledRun(
  { runtime, workspaces }: TrainingServices,
  args: readonly unknown[],
  question: RunQuestion,
): Promise<RunListing | undefined> {
  const node = calledNode(args);
  if (node !== null && 'run' in node) return node.run;
  const { runs } = await runtime.request('list-runs', { workspaces: [...workspaces()] });
  const fitting = runs.filter(({ state }) => question.fits(state));
  if (fitting.length === 0) throw new Problem(question.none);
  const now = new Date();
  const items = fitting.map((run) => ({
    label: run.name,
    iconPath: new vscode.ThemeIcon(stateIcons[run.state].name.replace('~spin', '')),
    description: runFigure(run, now),
    detail: run.place.machine === thisComputer ? run.place.folder : run.place.machine,
    run,
  }));
  const { title, placeHolder } = question;
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  return picked?.run;
}

/** Undefined when the person chose none. @throws Problem when none is attached */
export async function calledMachine(
  { runtime }: TrainingServices,
  args: readonly unknown[],
  title: string,
  fits: (machine: MachineListing) => boolean = () => true,
): Promise<MachineListing | undefined> {
  const node = calledNode(args);
  if (node?.kind === 'machine') return node.machine;
  const { machines } = await runtime.request('list-machines', {});
  const fitting = machines.filter(fits);
  if (fitting.length === 0) {
    throw new Problem('No machine is attached yet. "Tool-R1: Attach Machine..." adds one.');
  }
  const now = new Date();
  const items = fitting.map((machine) => ({
    label: machine.name === thisComputer ? 'This computer' : machine.name,
    description: machineFigure(machine, now),
    machine,
  }));
  return (await vscode.window.showQuickPick(items, { title }))?.machine;
}

export function isRemote({ name }: MachineListing): boolean {
  return name !== thisComputer;
}
