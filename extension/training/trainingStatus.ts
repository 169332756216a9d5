// The status bar item of training: how far the run is that matters most, or what is wrong with it.
import * as vscode from 'vscode';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import { commands } from '../manifest.ts';
import type { Disposable } from '../support/disposable.ts';
import { trainingStatusText } from './trainingStatusText.ts';

export class TrainingStatus implements Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor() {
    this.#item = vscode.window.createStatusBarItem('training', vscode.StatusBarAlignment.Left, -1);
    this.#item.name = 'Tool-R1: Training';
  }

  show(runs: readonly RunListing[]): void {
    const shown = trainingStatusText(runs, new Date());
    if (shown === null) {
      this.#item.hide();
      return;
    }
    const { run, text, spoken, isBad } = shown;
    this.#item.text = text;
    this.#item.tooltip = spoken;
    this.#item.accessibilityInformation = { label: spoken, role: 'button' };
    this.#item.backgroundColor = isBad
      ? new vscode.ThemeColor('statusBarItem.errorBackground')
      : undefined;
    this.#item.command = {
      command: commands.openRun,
      title: 'Open Training Run',
      arguments: [{ kind: 'run', section: 'runs', run }],
    };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
