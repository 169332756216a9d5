// The list from which a person chooses the model: looks for what is there, marks the current one, tests one with a short call.
// What a choice does is chooseModel.ts's business.
import * as vscode from 'vscode';
import type { ModelListing } from '../../runtime/contract/requests.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { messageOf } from '../support/problem.ts';
import {
  canTest,
  endpointsToAsk,
  type ModelRow,
  modelGroups,
  type ModelTest,
  testText,
} from './modelChoices.ts';

/** What the person wants next. */
export type ModelWish =
  | { readonly kind: 'use'; readonly row: ModelRow }
  | { readonly kind: 'set-key'; readonly baseUrl: string }
  | { readonly kind: 'add-endpoint' }
  | { readonly kind: 'choose-file' };

export interface ModelListParts {
  readonly runtime: RuntimeRequests;
  readonly endpoints: readonly string[];
  readonly current: string;
}

interface WishItem extends vscode.QuickPickItem {
  readonly row?: ModelRow;
  readonly wish?: ModelWish;
}

const testButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('beaker'),
  tooltip: 'Test with one short call',
};
const keyButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('key'),
  tooltip: 'Set the key of this server',
};
const againButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('refresh'),
  tooltip: 'Look again',
};

export class ModelList {
  readonly #parts: ModelListParts;
  readonly #pick = vscode.window.createQuickPick<WishItem>();
  readonly #tests = new Map<string, ModelTest | 'under way'>();
  /** Ends the questions to the runtime when the list closes. */
  readonly #closed = new vscode.CancellationTokenSource();
  #listing: readonly ModelListing[] = [];

  constructor(parts: ModelListParts) {
    this.#parts = parts;
  }

  /** Undefined when the person closed the list. */
  async ask(): Promise<ModelWish | undefined> {
    const pick = this.#pick;
    pick.title = 'Choose Model';
    pick.placeholder = 'Which model should the agent ask? The beaker tests one with a short call';
    pick.matchOnDescription = true;
    pick.buttons = [againButton];
    const wish = this.#wish();
    pick.show();
    void this.#look();
    try {
      return await wish;
    } finally {
      this.#closed.cancel();
      this.#closed.dispose();
      pick.dispose();
    }
  }

  #wish(): Promise<ModelWish | undefined> {
    const pick = this.#pick;
    return new Promise((resolve) => {
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item?.wish !== undefined) resolve(item.wish);
      });
      pick.onDidTriggerButton(() => void this.#look());
      pick.onDidTriggerItemButton(({ item, button }) => {
        const { row } = item;
        if (row === undefined) return;
        if (button === testButton) void this.#test(row);
        else if (row.baseUrl !== null) resolve({ kind: 'set-key', baseUrl: row.baseUrl });
      });
      pick.onDidHide(() => resolve(undefined));
    });
  }

  async #look(): Promise<void> {
    const { runtime, endpoints, current } = this.#parts;
    this.#pick.busy = true;
    this.#show('Looking for models...');
    const token = this.#closed.token;
    try {
      const params = { endpoints: endpointsToAsk(endpoints, current) };
      this.#listing = (await runtime.request('list-models', params, { token })).models;
      this.#show(null);
    } catch (error) {
      this.#show(`The models could not be listed: ${messageOf(error)}`);
    } finally {
      this.#pick.busy = false;
    }
  }

  async #test(row: ModelRow): Promise<void> {
    this.#tests.set(row.name, 'under way');
    this.#show(null);
    const test = await this.#call(row.name);
    this.#tests.set(row.name, test);
    this.#show(null);
  }

  async #call(model: string): Promise<ModelTest> {
    const token = this.#closed.token;
    try {
      return await this.#parts.runtime.request('check-model', { model }, { token });
    } catch (error) {
      return { answers: false, detail: messageOf(error), milliseconds: 0 };
    }
  }

  /** @param note a line above the models; null for none */
  #show(note: string | null): void {
    if (this.#closed.token.isCancellationRequested) return;
    const { endpoints, current } = this.#parts;
    const groups = modelGroups(this.#listing, endpoints, current);
    const items: WishItem[] = note === null ? [] : [{ label: note, alwaysShow: true }];
    for (const { title, rows } of groups) {
      items.push({ label: title, kind: vscode.QuickPickItemKind.Separator });
      items.push(...rows.map((row) => this.#item(row)));
    }
    const [active] = this.#pick.activeItems;
    this.#pick.keepScrollPosition = true;
    this.#pick.items = [...items, ...others];
    const again = this.#pick.items.find((item) => isSame(item, active, current));
    if (again !== undefined) this.#pick.activeItems = [again];
  }

  #item(row: ModelRow): WishItem {
    const test = this.#tests.get(row.name);
    return {
      row,
      label: `$(${row.icon}) ${row.label}`,
      description: row.description,
      detail: test === undefined ? row.detail : testWords(test),
      buttons: [
        ...(canTest(row) ? [testButton] : []),
        ...(row.baseUrl === null ? [] : [keyButton]),
      ],
      wish: { kind: 'use', row },
    };
  }
}

/** Whether the list, made anew, should have its focus here: where it was, at first on the current model. */
function isSame(item: WishItem, active: WishItem | undefined, current: string): boolean {
  if (active?.wish === undefined) return item.row?.name === current;
  return item === active || (item.row !== undefined && item.row.name === active.row?.name);
}

function testWords(test: ModelTest | 'under way'): string {
  if (test === 'under way') return '$(sync~spin) Testing with one short call...';
  return `$(${test.answers ? 'pass' : 'error'}) ${testText(test)}`;
}

const others: readonly WishItem[] = [
  { label: 'More', kind: vscode.QuickPickItemKind.Separator },
  {
    label: '$(add) Add Endpoint...',
    description: 'a server by its address, with its key',
    alwaysShow: true,
    wish: { kind: 'add-endpoint' },
  },
  {
    label: '$(file-binary) Use a Model File...',
    description: 'GGUF, ONNX or recorded replies',
    alwaysShow: true,
    wish: { kind: 'choose-file' },
  },
];
