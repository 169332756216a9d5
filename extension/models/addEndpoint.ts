// The command "Add Endpoint": the address of a server, then its key. The address goes into the settings, the key into the
// secret store.
import * as vscode from 'vscode';
import type { Keys } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { addressProblem, isOpenToReaders, plainAddress } from './endpointAddress.ts';

/** The address; null when the person gave up. */
export async function addEndpoint(settings: Settings, keys: Keys): Promise<string | null> {
  const typed = await vscode.window.showInputBox({
    title: 'Add Endpoint (1 of 2): address',
    prompt: 'A server that speaks the OpenAI protocol. The address usually ends in /v1.',
    placeHolder: 'https://models.example.com/v1',
    ignoreFocusOut: true,
    validateInput: (text) => addressProblem(text),
  });
  if (typed === undefined) return null;
  const address = plainAddress(typed);
  const key = await askKey(address, 'Add Endpoint (2 of 2): key');
  if (key === undefined) return null;
  if (!settings.endpoints.includes(address)) {
    await settings.write('endpoints', [...settings.endpoints, address]);
  }
  if (key !== '') await keys.set(address, key);
  return address;
}

/** Replaces the key of a server. */
export async function setKey(keys: Keys, address: string): Promise<boolean> {
  const key = await askKey(address, `Key for ${new URL(address).host}`);
  if (key === undefined) return false;
  if (key === '') await keys.forget([address]);
  else await keys.set(address, key);
  return true;
}

async function askKey(address: string, title: string): Promise<string | undefined> {
  const warning = isOpenToReaders(address)
    ? ' This address is not encrypted: others on the network could read the key.'
    : '';
  const key = await vscode.window.showInputBox({
    title,
    prompt: `Kept in the editor's secret store and sent to ${new URL(address).host} only. Leave it empty for none.${warning}`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (/\s/.test(text.trim()) ? 'A key has no spaces in it.' : null),
  });
  return key?.trim();
}
