// The command "Set Search Key": the key of a search service, which goes into the secret store and nowhere else.
import * as vscode from 'vscode';
import type { Keys } from '../secrets.ts';
import { setKey } from './addEndpoint.ts';

/** Services that need a key, with the address that it is sent to. */
const services = [
  { label: 'Brave Search', description: 'https://api.search.brave.com' },
  { label: 'Tavily', description: 'https://api.tavily.com' },
];

export async function setSearchKey(keys: Keys): Promise<void> {
  const chosen = await vscode.window.showQuickPick(services, {
    title: 'Set search key',
    placeHolder: 'The service that the agent is to search by',
  });
  if (chosen !== undefined) await setKey(keys, chosen.description);
}
