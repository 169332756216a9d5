// Says in the status bar that the agent is at work, and keeps the condition by which commands on running agents are offered.
import * as vscode from 'vscode';
import { commands, contextKeys } from '../manifest.ts';
import type { LiveRollouts } from '../live/liveRollouts.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { runningText } from './runningText.ts';

export class RunningStatus implements Disposable {
  readonly #live: LiveRollouts;
  readonly #item: vscode.StatusBarItem;
  readonly #owned = new Disposables();

  constructor(live: LiveRollouts) {
    this.#live = live;
    this.#item = this.#owned.add(
      vscode.window.createStatusBarItem('running', vscode.StatusBarAlignment.Left, 0),
    );
    this.#item.name = 'Tool-R1: Running Agent';
    this.#item.command = commands.showRunningAgent;
    this.#owned.add(live.onChanged(() => this.#show()));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show(): void {
    const running = this.#live.running();
    void vscode.commands.executeCommand('setContext', contextKeys.isRunning, running.length > 0);
    const words = runningText(running);
    if (words === null) {
      this.#item.hide();
      return;
    }
    this.#item.text = words.text;
    this.#item.tooltip = words.tooltip;
    this.#item.accessibilityInformation = { label: words.spoken, role: 'button' };
    this.#item.show();
  }
}
