// The host's hold on a kernel process: starts it, speaks to its main thread, has a line to each worker, and ends it.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { failure } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';
import type { LaunchPlan } from './nodeFlags.ts';
import { launchCommand, launchEnvironment } from './nodeFlags.ts';
import type { SandboxLog } from './sandboxOptions.ts';
import type { ProcessCommand } from './workerProtocol.ts';
import { ProcessReport } from './workerProtocol.ts';

/** Descriptors 0 to 2 are closed or kept for complaints, 3 carries commands. */
export const firstPipe = 4;
const keptComplaint = 2000;

export interface LaunchOptions {
  readonly plan: LaunchPlan;
  readonly entry: string;
  readonly readable: readonly string[];
  readonly pipes: number;
  readonly onReport: (report: ProcessReport) => void;
  /** Called once, when the process has ended for whatever reason. */
  readonly onEnd: (reason: string) => void;
  readonly log: SandboxLog;
}

export class ProcessHandle {
  private readonly child: ChildProcess;
  private readonly options: LaunchOptions;
  private complaint = '';
  private ended = false;

  constructor(options: LaunchOptions) {
    this.options = options;
    const { program, args } = launchCommand(options.plan, options.entry, options.readable);
    this.child = spawn(program, args, {
      cwd: process.platform === 'win32' ? undefined : '/',
      env: programEnvironment(options.plan),
      stdio: [
        'ignore',
        'ignore',
        'pipe',
        'ipc',
        ...Array.from({ length: options.pipes }, () => 'pipe' as const),
      ],
      serialization: 'advanced',
      windowsHide: true,
      // A group of its own: Ctrl+C in a terminal is for this process, which stops the step and keeps its state.
      detached: process.platform !== 'win32',
    });
    this.listen();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  send(command: ProcessCommand): void {
    if (this.ended || !this.child.connected) return;
    this.child.send(command, (error) => {
      if (error) this.options.log('debug', `a command did not reach the sandbox: ${error.message}`);
    });
  }

  /** The line to a worker, or of the builder. */
  pipe(index: number): Duplex {
    const pipe = this.child.stdio[firstPipe + index];
    if (!isDuplex(pipe)) {
      throw failure(
        'sandbox',
        'no-pipe',
        'A sandbox process has no line to its worker. Try again.',
      );
    }
    return pipe;
  }

  /** Ends the process at once; it holds nothing worth saving. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.child.kill('SIGKILL');
    await gone;
  }

  private listen(): void {
    this.child.on('message', (message) => {
      const report = check(ProcessReport, message);
      if (report.ok) this.options.onReport(report.value);
      else this.options.log('warn', `a sandbox process said something unknown: ${report.problem}`);
    });
    this.child.stderr?.on('data', (text: Buffer) => {
      this.complaint = (this.complaint + text.toString()).slice(-keptComplaint);
    });
    for (const stream of this.child.stdio) stream?.on('error', () => undefined);
    this.child.on('error', (error) => this.finish(error.message));
    this.child.on('exit', (code, signal) =>
      this.finish(`ended with ${signal ?? `code ${code ?? 'unknown'}`}${this.complaintText()}`),
    );
  }

  private complaintText(): string {
    const text = this.complaint.trim();
    return text === '' ? '' : `: ${text}`;
  }

  private finish(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.options.onEnd(reason);
  }
}

/** `unshare` is found on the path; Node itself gets no path and nothing else. */
function programEnvironment(plan: LaunchPlan): Record<string, string> {
  const path = plan.isolator.length === 0 ? {} : { PATH: '/usr/bin:/bin' };
  return { ...launchEnvironment(), ...path };
}

function isDuplex(stream: Readable | Duplex | object | null | undefined): stream is Duplex {
  return stream !== null && stream !== undefined && 'write' in stream && 'read' in stream;
}
