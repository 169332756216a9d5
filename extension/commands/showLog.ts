// The command "Show Log": opens the log with what a report of a problem needs at its end.
import type * as vscode from 'vscode';
import { type RuntimeState, runtimeState } from '../runtimeState.ts';

/** Never rejects; what cannot be found out is said in the log. */
export async function showLog(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<void> {
  log.show(true);
  log.info(`Tool-R1 ${versionOf(context.extension.packageJSON)}`);
  log.info(`Node ${process.versions.node} on ${process.platform} ${process.arch}`);
  log.info(sentence(await runtimeState(context.asAbsolutePath('dist'))));
}

function sentence(state: RuntimeState): string {
  return state.complete
    ? `The runtime is installed in ${state.folder}.`
    : `The runtime is incomplete: ${state.missing.join(', ')} is missing from ${state.folder}. Install the extension again, or run "npm run build" in a checkout.`;
}

/** For people. */
export function versionOf(manifest: unknown): string {
  const declared =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? manifest.version
      : null;
  return typeof declared === 'string' ? declared : '(version unknown)';
}
