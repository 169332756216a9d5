// One call of `tool-r1` inside the test's process: fake streams, fake signals, a runtime of the test's choice.
import { Interrupts, type SignalSource } from '../../runtime/cli/interrupts.ts';
import { main } from '../../runtime/cli/main.ts';
import { Terminal } from '../../runtime/cli/terminal.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import type { ServeDoors } from '../../runtime/mcp/serving.ts';
import type { ServeRollouts } from '../../runtime/rolloutServer/serving.ts';
import { FakeRuntime, type FakeRuntimeParts } from './fakeRuntime.ts';
import { FakeKeys } from './fakeKeys.ts';
import { FakeStream } from './fakeStream.ts';
import type { TrainingPlace } from '../../runtime/launch/trainingPlace.ts';

export interface SessionOptions extends FakeRuntimeParts {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Without it every session gives the same digits. */
  readonly randomHex?: () => string;
  readonly openMachines?: () => Promise<MachineServices>;
  readonly training?: TrainingPlace;
  readonly serveRollouts?: ServeRollouts;
  readonly serveDoors?: ServeDoors;
}

/** For commands that train nothing. */
const noTraining: TrainingPlace = {
  program: ['node'],
  trainerFolder: '/nowhere',
  queueFolder: '/nowhere/queue',
  preparePython: () => Promise.reject(new Error('this test has no trainer')),
};

const noMachines = (): Promise<MachineServices> =>
  Promise.reject(new Error('this test reaches no machines'));

const noRollouts: ServeRollouts = () => Promise.reject(new Error('this test serves no rollouts'));

const noDoors: ServeDoors = () => Promise.reject(new Error('this test serves no other agents'));

export class TerminalSession {
  readonly out: FakeStream;
  readonly err: FakeStream;
  readonly runtime: FakeRuntime;
  /** What the person types. */
  readonly keys: FakeKeys;
  readonly signals = new FakeSignals();
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    const { isTTY = false, columns = 80 } = options;
    this.#options = options;
    this.out = new FakeStream({ isTTY, columns });
    this.err = new FakeStream({ isTTY, columns });
    this.keys = new FakeKeys(isTTY);
    this.runtime = new FakeRuntime(options);
  }

  /** Gives the exit code. */
  async call(...args: string[]): Promise<number> {
    const { cwd, env = {} } = this.#options;
    const terminal = new Terminal({
      out: this.out,
      err: this.err,
      env,
      onClosed: () => interrupts.stop(),
    });
    const interrupts = new Interrupts(this.signals, (text) => terminal.message(text));
    let digits = 0;
    const context = {
      terminal,
      input: this.keys,
      interrupts,
      cwd,
      env,
      now: () => '2026-03-01T14:25:30.000Z',
      randomHex:
        this.#options.randomHex ??
        (() =>
          String((digits += 1))
            .repeat(16)
            .slice(0, 16)),
      openRuntime: () => Promise.resolve(this.runtime),
      openMachines: this.#options.openMachines ?? noMachines,
      training: this.#options.training ?? noTraining,
      serveRollouts: this.#options.serveRollouts ?? noRollouts,
      serveDoors: this.#options.serveDoors ?? noDoors,
    };
    return main(args, { context, version: '1.2.3' });
  }
}

/** Signals that a test sends. */
export class FakeSignals implements SignalSource {
  readonly exits: number[] = [];
  readonly #listeners = new Map<string, Set<() => void>>();

  on(signal: string, listener: () => void): this {
    const listeners = this.#listeners.get(signal) ?? new Set();
    this.#listeners.set(signal, listeners.add(listener));
    return this;
  }

  off(signal: string, listener: () => void): this {
    this.#listeners.get(signal)?.delete(listener);
    return this;
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  send(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
    for (const listener of this.#listeners.get(signal) ?? []) listener();
  }
}
