// The command "Install NumPy and Pandas": says what would be fetched and from where, and fetches it when the person agrees.
import * as vscode from 'vscode';
import { showWork, type WorkNotices } from '../running/shownWork.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';

const title = 'numpy and pandas';

/** Resolves to whether they are there now. */
export async function installDataPack(runtime: RuntimeRequests & WorkNotices): Promise<boolean> {
  const { packages, source, isInstalled } = await runtime.request('offer-data-pack', {});
  const names = packages.join(', ');
  if (isInstalled) {
    void vscode.window.showInformationMessage(`The agent's code can use ${names} already.`);
    return true;
  }
  const download = 'Download';
  const detail =
    `${names} would be fetched from ${source} and checked by SHA-256. ` +
    'The agent works without them; with them its code can use data frames.';
  const question = "Fetch numpy and pandas for the agent's code?";
  const options = { modal: true, detail };
  const chosen = await vscode.window.showInformationMessage(question, options, download);
  if (chosen !== download) return false;
  await showWork(runtime, `Installing ${title}`, (callId, token) =>
    runtime.request('install-data-pack', { callId }, { token }),
  );
  void vscode.window.showInformationMessage(
    `The agent's code can use ${names} from the next question on.`,
  );
  return true;
}
