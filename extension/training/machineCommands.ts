// The commands about machines: attach, detach, connect again, check, prepare.
import * as vscode from 'vscode';
import { showWork } from '../running/shownWork.ts';
import { gibWords } from '../views/trainingWords.ts';
import { calledMachine, isRemote } from './calledRun.ts';
import { inspectionText } from './inspectionText.ts';
import type { TrainingServices } from './trainingServices.ts';

/** As ssh takes it: an alias of its configuration, a host name, or user@host. */
const hostName = /^[^\s-]\S*$/u;

/** Resolves to the name of the machine; undefined when the person gave up. */
export async function attachMachine(services: TrainingServices): Promise<string | undefined> {
  const { runtime } = services;
  const name = await askHost(services);
  if (name === undefined) return undefined;
  const { machine } = await showWork(runtime, `Connecting to ${name}`, (callId, token) =>
    runtime.request('attach-machine', { machine: name, callId }, { token }),
  );
  void offerNext(services, machine.name);
  return machine.name;
}

async function askHost({ runtime }: TrainingServices): Promise<string | undefined> {
  const { hosts } = await runtime.request('list-ssh-hosts', {});
  const other = 'Another host...';
  const picked =
    hosts.length === 0
      ? other
      : await vscode.window.showQuickPick([...hosts, other], {
          title: 'Attach Machine',
          placeHolder: 'A host of your SSH configuration',
        });
  if (picked !== other) return picked;
  return vscode.window.showInputBox({
    title: 'Attach Machine',
    prompt:
      'Your own ssh connects, with its configuration: what works as "ssh NAME" in a terminal works here.',
    placeHolder: 'name, host or user@host',
    ignoreFocusOut: true,
    validateInput: (text) =>
      hostName.test(text.trim()) ? null : 'Write it as ssh takes it, without spaces or options.',
  });
}

/** Does not wait for the person to read it. */
async function offerNext(services: TrainingServices, name: string): Promise<void> {
  const check = 'Check It';
  const message = `${name} is attached. Checking it shows whether it can train.`;
  const chosen = await vscode.window.showInformationMessage(message, check);
  if (chosen === check) await inspect(services, name);
}

export async function detachMachine(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const machine = await calledMachine(services, args, 'Detach Machine', isRemote);
  if (machine === undefined) return;
  await services.runtime.request('detach-machine', { machine: machine.name });
}

export async function retryMachine(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const machine = await calledMachine(services, args, 'Connect Again', isRemote);
  if (machine === undefined) return;
  await services.runtime.request('retry-machine', { machine: machine.name });
}

export async function inspectMachine(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const machine = await calledMachine(services, args, 'Check Training Machine');
  if (machine !== undefined) await inspect(services, machine.name);
}

async function inspect({ runtime, addText }: TrainingServices, machine: string): Promise<void> {
  const { facts, checks } = await showWork(runtime, `Checking ${machine}`, (callId, token) =>
    runtime.request('inspect-machine', { machine, callId }, { token }),
  );
  const uri = addText(`Training on ${machine}.txt`, inspectionText(machine, facts, checks));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

export async function prepareMachine(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const machine = await calledMachine(services, args, 'Prepare Training Machine');
  if (machine !== undefined) await prepare(services, machine.name);
}

export async function prepare({ runtime }: TrainingServices, name: string): Promise<void> {
  const { sentBytes, did } = await showWork(runtime, `Preparing ${name}`, (callId, token) =>
    runtime.request('provision-machine', { machine: name, callId }, { token }),
  );
  void vscode.window.showInformationMessage(
    did.length === 0
      ? `${name} had everything already.`
      : `${name} is ready: ${did.join(', ')} (${gibWords(sentBytes)} sent).`,
  );
}
