// The command "Choose Model": shows the list until a model is chosen or the person gives up.
import * as vscode from 'vscode';
import type { Keys } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { addEndpoint, setKey } from './addEndpoint.ts';
import type { ModelChoice } from './modelChoice.ts';
import { isServerOnly, type ModelRow } from './modelChoices.ts';
import { pickModelFile } from './modelFile.ts';
import { ModelList, type ModelWish } from './modelList.ts';
import { readyModel, type ReadyModelParts } from './readyModel.ts';

export interface ChooseModelParts extends ReadyModelParts {
  readonly settings: Settings;
  readonly choice: ModelChoice;
  readonly keys: Keys;
}

/** How long the status bar confirms the choice. */
const shownMilliseconds = 5000;

/** The chosen name; undefined when the person gave up. */
export async function chooseModel(parts: ChooseModelParts): Promise<string | undefined> {
  const { runtime, settings, choice } = parts;
  for (;;) {
    const list = new ModelList({
      runtime,
      endpoints: settings.endpoints,
      current: choice.current(),
    });
    const wish = await list.ask();
    if (wish === undefined) return undefined;
    const name = await follow(parts, wish);
    if (name === undefined) continue;
    await readyModel(parts, name);
    await choice.choose(name);
    vscode.window.setStatusBarMessage(`$(check) The agent asks ${name} now`, shownMilliseconds);
    return name;
  }
}

/** Undefined shows the list again. */
async function follow(parts: ChooseModelParts, wish: ModelWish): Promise<string | undefined> {
  const { settings, keys } = parts;
  switch (wish.kind) {
    case 'use':
      return use(wish.row);
    case 'add-endpoint':
      await addEndpoint(settings, keys);
      return undefined;
    case 'set-key':
      await setKey(keys, wish.baseUrl);
      return undefined;
    case 'choose-file':
      return pickModelFile();
  }
}

async function use(row: ModelRow): Promise<string | undefined> {
  if (!isServerOnly(row)) return row.name;
  // An endpoint that lists no models may have some all the same.
  const name = await vscode.window.showInputBox({
    title: `Model on ${row.baseUrl ?? ''}`,
    prompt: `${row.detail} If you know that it has a model, write its name.`,
    placeHolder: 'name of the model',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Write a name, or press Escape.' : null),
  });
  return name === undefined ? undefined : `${name.trim()}@${row.baseUrl ?? ''}`;
}
