// The labelling panels of the window: one for each set of trajectories, opened by commands and restored after a reload. Says by
// context keys whether one has the focus, so that its keys are keys of VS Code and mean nothing anywhere else.
import * as vscode from 'vscode';
import {
  LabelPanelState,
  type LabelAction,
  type LabelRoute,
} from '../../runtime/contract/labelPanel.ts';
import { contextKeys, viewTypes } from '../manifest.ts';
import { showLost } from '../panels/lostPanel.ts';
import { panelIcon } from '../panels/panelIcon.ts';
import { portOf } from '../panels/pagePort.ts';
import { pageOf, pageOptions } from '../panels/webviewPage.ts';
import { check } from '../support/check.ts';
import type { Disposable } from '../support/disposable.ts';
import { Problem } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import type { LabelActions } from './labelHandlers.ts';
import { LabelHost } from './labelHost.ts';
import { type LabelRuntime, OpenQueue } from './openQueue.ts';
import { populationKey, tabTitle } from './panelWords.ts';
import type { Rater } from './rater.ts';

export interface LabelPanelServices {
  readonly extensionUri: vscode.Uri;
  readonly runtime: LabelRuntime;
  readonly rater: Rater;
  readonly actions: LabelActions;
  readonly keys: Readonly<Record<LabelAction, string | null>>;
  readonly log: Log;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly host: LabelHost;
  readonly queue: OpenQueue;
  isTyping: boolean;
}

export class LabelPanels implements Disposable {
  readonly #services: LabelPanelServices;
  readonly #open = new Map<string, OpenPanel>();

  constructor(services: LabelPanelServices) {
    this.#services = services;
  }

  /** Shows the panel of these trajectories, and goes to the route in it. */
  open(wish: Omit<LabelPanelState, 'version'>): void {
    const known = this.#open.get(populationKey(wish));
    if (known !== undefined) {
      known.panel.reveal(undefined, false);
      known.host.go(wish.route);
      return;
    }
    const panel = vscode.window.createWebviewPanel(viewTypes.label, tabTitle(wish.route), {
      viewColumn: vscode.ViewColumn.Active,
      preserveFocus: false,
    });
    this.#fill(panel, { version: 1, ...wish });
  }

  /** After a reload of the window. A tab whose state cannot be read says so. */
  restore(panel: vscode.WebviewPanel, raw: unknown): void {
    const state = check(LabelPanelState, raw);
    if (state.ok) {
      this.#fill(panel, state.value);
      return;
    }
    const { extensionUri, log } = this.#services;
    showLost(panel, { bundle: 'label', raw, state, extensionUri, log });
  }

  /** Hands an action to the page in front. */
  act(action: LabelAction): void {
    this.#active()?.host.act(action);
  }

  /** Somebody else labels from now on: each page is loaded again with their labels. */
  raterChanged(): void {
    for (const one of this.#open.values()) this.#reopen(one);
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) panel.dispose();
  }

  #fill(panel: vscode.WebviewPanel, state: LabelPanelState): void {
    const { extensionUri } = this.#services;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.options = pageOptions(extensionUri);
    const key = populationKey(state);
    const queue = this.#queueOf(state);
    const host = this.#hostOf(panel, state, queue);
    const opened: OpenPanel = { panel, host, queue, isTyping: false };
    this.#open.set(key, opened);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) host.pageLeft();
      this.#tellFocus();
    });
    const rubric = followRubric(state.workspace, () => this.#reopen(opened));
    panel.onDidDispose(() => {
      rubric.dispose();
      host.dispose();
      if (this.#open.get(key) === opened) this.#open.delete(key);
      this.#tellFocus();
    });
    this.#load(opened);
    this.#tellFocus();
  }

  /** With a new queue: another person labels, or by other rules. */
  #reopen(opened: OpenPanel): void {
    opened.queue.forget();
    this.#load(opened);
  }

  #load({ panel, host }: OpenPanel): void {
    host.pageLeft();
    const kind = { bundle: 'label', title: 'Labelling' } as const;
    panel.webview.html = pageOf(kind, panel.webview, this.#services.extensionUri);
  }

  #queueOf(state: LabelPanelState): OpenQueue {
    const { runtime, rater, log } = this.#services;
    const who = async () => {
      const name = await rater.get(state.workspace);
      if (name === undefined) throw new Problem(unknownRater);
      return name;
    };
    return new OpenQueue({ runtime, population: state, rater: who, log });
  }

  #hostOf(panel: vscode.WebviewPanel, state: LabelPanelState, queue: OpenQueue): LabelHost {
    const { runtime, rater, actions, keys, log } = this.#services;
    return new LabelHost({
      ...{ state, queue, runtime, actions, keys, log },
      page: portOf(panel.webview, log),
      rater: () => rater.known(state.workspace),
      onTyping: (isTyping) => this.#typed(panel, isTyping),
      onRoute: (route) => this.#went(panel, route),
    });
  }

  #typed(panel: vscode.WebviewPanel, isTyping: boolean): void {
    const one = [...this.#open.values()].find((open) => open.panel === panel);
    if (one === undefined) return;
    one.isTyping = isTyping;
    this.#tellFocus();
  }

  #went(panel: vscode.WebviewPanel, route: LabelRoute): void {
    panel.title = tabTitle(route);
  }

  #active(): OpenPanel | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active);
  }

  #tellFocus(): void {
    const active = this.#active();
    setContext(contextKeys.labelPanelActive, active !== undefined);
    setContext(contextKeys.labelIsTyping, active?.isTyping === true);
  }
}

const unknownRater =
  'It is not known who labels. Set user.name and user.email in git, or the setting "Tool-R1: Rater", then open this page again.';

/** A queue keeps the rubric that it was opened with. */
function followRubric(workspace: string, onChanged: () => void): Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(workspace), '.tool-r1/rubric.json');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, true, false, false);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(onChanged),
    watcher.onDidDelete(onChanged),
  );
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
