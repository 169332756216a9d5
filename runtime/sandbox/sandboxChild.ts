// Entry of a kernel process. Serves workers, builds a snapshot, or tries what should be impossible; the host says which. It has no
// environment, no working folder of its own and, where the permission model holds, no files but those it was given to read.
import { writeSync } from 'node:fs';
import { bootWithKernel } from './bootInterpreter.ts';
import { KernelProcess } from './kernelProcess.ts';
import { tryForbidden } from './forbidden.ts';
import { packSnapshot } from './packedSnapshot.ts';
import { compileProgram } from './program.ts';
import { stripRealm } from './realm.ts';
import type { ProcessReport, ServeCommand } from './workerProtocol.ts';
import { ProcessCommand } from './workerProtocol.ts';

// Taken while it is there: the realm is stripped later.
const host = process;

function report(message: ProcessReport): void {
  host.send?.(message);
}

async function build(command: Omit<ServeCommand, 'type'>): Promise<void> {
  const { interpreter, entry, script } = await bootWithKernel({
    ...command,
    compiled: compileProgram(command.pyodideDirectory),
    snapshot: null,
    forSnapshot: true,
    answer: () => new Uint8Array(0),
    cancelled: () => false,
  });
  const snapshot = packSnapshot({
    memory: interpreter.pyodide.makeMemorySnapshot(),
    script: Buffer.from(script.text, 'latin1'),
    code: script.compiledCode(),
  });
  for (let offset = 0; offset < snapshot.length;) {
    offset += writeSync(command.firstDescriptor, snapshot, offset);
  }
  report({ type: 'built', entry, bytes: snapshot.length });
}

let kernel: KernelProcess | null = null;

async function obey(command: ProcessCommand): Promise<void> {
  switch (command.type) {
    case 'serve':
      kernel = new KernelProcess(command, report);
      await kernel.start();
      stripRealm();
      return;
    case 'build':
      await build(command);
      return;
    case 'cancel':
      kernel?.cancel(command.worker, command.id);
      return;
    case 'replace':
      await kernel?.replace(command.worker, command.token);
      return;
    case 'frame':
      kernel?.deliver(command.worker, command.bytes);
      return;
    case 'probe':
      report({ type: 'probed', attempts: await tryForbidden(command) });
      return;
  }
}

host.on('message', (message) => {
  const worker = null;
  obey(ProcessCommand.parse(message)).catch((error: unknown) => {
    report({
      type: 'failed',
      worker,
      message: error instanceof Error ? error.message : String(error),
    });
  });
});
// The host is gone: so is the reason to be.
host.on('disconnect', () => host.exit(0));
