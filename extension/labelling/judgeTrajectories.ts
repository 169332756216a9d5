// The command "Judge Trajectories": asks which judge, lets it grade the answers that are on disk, and says how the grades came out.
import * as vscode from 'vscode';
import type { JudgeName } from '../../runtime/contract/judging.ts';
import { commands } from '../manifest.ts';
import { showWork, type WorkNotices } from '../running/shownWork.ts';
import type { RequestResult, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { judgedWords } from './judgedWords.ts';
import { type LabelPlace, labelPlace } from './labelPlace.ts';

export interface JudgeCommandParts {
  readonly runtime: RuntimeRequests & WorkNotices;
  /** The model that the person chose for the agent. */
  readonly model: () => string;
}

type Judged = RequestResult<'judge-trajectories'>;

interface JudgeItem extends vscode.QuickPickItem {
  readonly judge: JudgeName;
}

/**
 * Resolves to what came of it; undefined when the person gave up.
 * @param args what VS Code hands to the command
 */
export async function judgeTrajectories(
  parts: JudgeCommandParts,
  args: readonly unknown[],
): Promise<Judged | undefined> {
  const place = await labelPlace(args);
  if (place === undefined) return undefined;
  const model = parts.model();
  const picked = await vscode.window.showQuickPick(judgeItems(model), {
    title: 'Judge Trajectories',
    placeHolder: 'Which judge should grade the answers?',
    matchOnDetail: true,
  });
  if (picked === undefined) return undefined;
  const { runtime } = parts;
  const { judge } = picked;
  const { workspace } = place;
  const files = [...place.files];
  const judged = await showWork(runtime, 'Judging answers', (callId, token) =>
    runtime.request('judge-trajectories', { workspace, files, judge, model, callId }, { token }),
  );
  void tell(judged, place);
  return judged;
}

function judgeItems(model: string): readonly JudgeItem[] {
  return [
    {
      ...{ judge: 'llm', label: '$(hubot) Language model', description: model },
      detail: 'Reads question, reference and answer. Takes a call of the model for each answer',
    },
    {
      ...{ judge: 'rule', label: '$(symbol-ruler) Rule' },
      detail: 'Compares numbers, lists and words as GAIA does, with its traps mended. At once',
    },
    {
      ...{ judge: 'semantic', label: '$(symbol-misc) Meaning' },
      detail: 'Compares the meaning of answer and reference by a small model on this machine',
    },
    {
      ...{ judge: 'gaia-official', label: '$(verified) GAIA, as published' },
      detail: 'The rule of the GAIA benchmark to the letter. At once',
    },
  ];
}

/** Does not wait for the person to read it. */
async function tell(judged: Judged, { workspace, files }: LabelPlace): Promise<void> {
  const label = 'Label Disagreements';
  const show =
    judged.problem === null
      ? vscode.window.showInformationMessage
      : vscode.window.showWarningMessage;
  const chosen = await show(judgedWords(judged), label);
  if (chosen !== label) return;
  const [first] = files;
  await vscode.commands.executeCommand(
    commands.labelDisagreements,
    first === undefined ? { workspace } : vscode.Uri.file(first),
    ...(files.length > 1 ? [files.map((file) => vscode.Uri.file(file))] : []),
  );
}
