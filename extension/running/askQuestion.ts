// Asks what the agent is to find out: one quick input that takes the question and shows the files and the model, which can be
// changed from it.
import path from 'node:path';
import * as vscode from 'vscode';
import { pickFiles } from '../tasks/pickFiles.ts';
import { commands } from '../manifest.ts';
import { questionItems, type QuestionChoice } from './questionItems.ts';

export interface QuestionDraft {
  readonly question: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

export interface AskParts {
  readonly draft: QuestionDraft;
  /** The folder that files are chosen from. */
  readonly folder: vscode.Uri;
  readonly model: () => string;
  readonly recent: readonly string[];
}

type Outcome = { readonly kind: 'ask' | 'files' | 'model' | 'gone'; readonly draft: QuestionDraft };

/** Undefined when the person gave up. */
export async function askQuestion(parts: AskParts): Promise<QuestionDraft | undefined> {
  let draft = parts.draft;
  for (;;) {
    const outcome = await showOnce({ ...parts, draft });
    draft = outcome.draft;
    if (outcome.kind === 'ask') return draft;
    if (outcome.kind === 'gone') return undefined;
    if (outcome.kind === 'model') await vscode.commands.executeCommand(commands.chooseModel);
    if (outcome.kind === 'files') draft = await withOtherFiles(draft, parts.folder);
  }
}

async function withOtherFiles(draft: QuestionDraft, folder: vscode.Uri): Promise<QuestionDraft> {
  const title = 'Files for the Question';
  const files = await pickFiles({ title, folder, chosen: draft.files });
  return files === undefined ? draft : { ...draft, files };
}

interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice: QuestionChoice;
}

function showOnce(parts: AskParts): Promise<Outcome> {
  const input = vscode.window.createQuickPick<ChoiceItem>();
  let draft = parts.draft;
  input.title = 'Run Agent';
  input.placeholder = 'What do you want to know?';
  input.ignoreFocusOut = true;
  input.value = draft.question;
  const refresh = () => {
    input.items = questionItems({
      ...draft,
      folder: parts.folder.fsPath,
      model: parts.model(),
      recent: parts.recent,
    }).map(pickItem);
    const [first] = input.items;
    if (first !== undefined) input.activeItems = [first];
  };
  refresh();
  return new Promise<Outcome>((resolve) => {
    const finish = (kind: Outcome['kind']) => {
      resolve({ kind, draft });
      input.dispose();
    };
    input.onDidChangeValue((question) => {
      draft = { ...draft, question };
      refresh();
    });
    input.onDidTriggerItemButton(({ item }) => {
      const { choice } = item;
      if (choice.kind !== 'file') return;
      draft = { ...draft, files: draft.files.filter((file) => file !== choice.file) };
      refresh();
    });
    input.onDidAccept(() => {
      const choice = input.activeItems[0]?.choice;
      if (choice === undefined) return;
      if (choice.kind === 'recent') {
        draft = { ...draft, question: choice.question };
        input.value = choice.question;
        refresh();
      } else if (choice.kind === 'ask') {
        if (draft.question.trim() !== '') finish('ask');
      } else {
        finish(choice.kind === 'model' ? 'model' : 'files');
      }
    });
    input.onDidHide(() => finish('gone'));
    input.show();
  });
}

function pickItem(choice: QuestionChoice): ChoiceItem {
  const shown = { choice, label: choice.label, alwaysShow: true };
  switch (choice.kind) {
    case 'heading':
      return { ...shown, kind: vscode.QuickPickItemKind.Separator };
    case 'ask':
      return { ...shown, detail: choice.detail, iconPath: new vscode.ThemeIcon('play') };
    case 'file':
      return {
        ...shown,
        description: path.dirname(choice.below) === '.' ? '' : path.dirname(choice.below),
        iconPath: new vscode.ThemeIcon('file'),
        buttons: [{ iconPath: new vscode.ThemeIcon('close'), tooltip: 'Remove from the question' }],
      };
    case 'change-files':
      return { ...shown, iconPath: new vscode.ThemeIcon('add') };
    case 'model':
      return { ...shown, description: 'Choose another', iconPath: new vscode.ThemeIcon('server') };
    case 'recent':
      return { ...shown, alwaysShow: false, iconPath: new vscode.ThemeIcon('history') };
  }
}
