// The runtime as a process beside the extension host: the editor's own Node runs the bundled file. It ends when the channel to
// it closes, so it never outlives the window. What is said over the channel is runtimeConnection.ts's business.
import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { MessageReader, MessageWriter } from 'vscode-jsonrpc/node';
import { IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { Problem } from '../support/problem.ts';
import { nodeProblem } from './nodeVersion.ts';

export interface RuntimeProcess {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Called once, with how it ended as half a sentence, for example `with exit code 1`. */
  onEnded(listener: (how: string) => void): void;
  /** Closes the channel, and kills what is still there after a while. */
  end(): void;
}

export interface ProcessOptions {
  /** The bundled file. */
  readonly file: string;
  readonly nodeVersion: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lines that it writes to stdout and stderr. */
  readonly onLine: (line: string) => void;
  /** How long it may take to end when told to; then it is killed. */
  readonly graceMilliseconds?: number;
}

/** Longer than the runtime itself waits for its rollouts to be on disk. */
const usualGrace = 5000;

/** @throws Problem when this editor cannot run it */
export function startRuntimeProcess(options: ProcessOptions): RuntimeProcess {
  const problem = nodeProblem(options.nodeVersion);
  if (problem !== null) throw new Problem(problem);
  const child = fork(options.file, [], {
    execPath: process.execPath,
    // The extension host may run with a debugger's flags, which are not meant for this process.
    execArgv: [],
    env: runtimeEnv(options.env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface(stream).on('line', options.onLine);
  }
  return wrap(child, options.graceMilliseconds ?? usualGrace);
}

/** Without the editor's own variables; as Node, where the editor's program is no plain Node. */
export function runtimeEnv(env: ProcessOptions['env']): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^(VSCODE_|NODE_OPTIONS$)/.test(name) ? [] : [[name, value] as const],
  );
  return { TOOL_R1_LOG: 'info', ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

function wrap(child: ChildProcess, graceMilliseconds: number): RuntimeProcess {
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `with exit code ${code ?? 'unknown'}` : `by ${signal}`);
    });
    child.once('error', (error) => resolve(`before it began: ${error.message}`));
  });
  return {
    reader: new IPCMessageReader(child),
    writer: new IPCMessageWriter(child),
    onEnded: (listener) => void ended.then(listener),
    end: () => end(child, graceMilliseconds),
  };
}

function end(child: ChildProcess, graceMilliseconds: number): void {
  if (child.connected) child.disconnect();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMilliseconds);
  timer.unref();
  child.once('exit', () => clearTimeout(timer));
}
