// The command "Check This Machine": tries what works and opens the result as a read-only text.
import * as vscode from 'vscode';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { Settings } from '../settings.ts';
import { machineReport } from './machineReport.ts';

export interface MachineCheckParts {
  /** The file of the program for terminals, as it lies in the extension. */
  readonly program: string;
  readonly runtime: RuntimeRequests;
  readonly settings: Pick<Settings, 'webSearch' | 'visionModel'>;
  /** Makes a read-only document of a text. */
  readonly addText: (name: string, text: string) => vscode.Uri;
}

/** Rejects with a Problem when the runtime cannot be asked. */
export async function checkMachine({
  runtime,
  settings,
  addText,
  program,
}: MachineCheckParts): Promise<void> {
  const { webSearch: search } = settings;
  const visionModel = settings.visionModel || null;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Trying what works on this machine',
    cancellable: true,
  };
  const { checks } = await vscode.window.withProgress(options, (_, token) =>
    runtime.request('check-machine', { search, visionModel }, { token }),
  );
  const uri = addText('What works on this machine.txt', machineReport(checks, program));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}
