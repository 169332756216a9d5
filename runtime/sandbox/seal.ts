// The seal: a gate before every function that the WebAssembly program can call on the host. While code of a policy runs only the
// allowed ones pass, whatever Python or its memory has been turned into. Deadlines and the memory cap live here too, because they
// are decided in the same calls.
import type { ImportedFunction, ImportTable, WasmImports } from './emscripten.ts';
import { allowedImports, refusedImports } from './sealedImports.ts';

/** Thrown through the WebAssembly program. The Python stack is gone afterwards: the heap must be restored. */
export class StepAbort extends Error {
  override readonly name = 'StepAbort';
  readonly kind: 'violation' | 'overrun' | 'channel';

  constructor(kind: StepAbort['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

const interruptSignal = 2;
/** A destructor or a callback can swallow an interrupt, so it is raised again during the grace. */
const repeatMilliseconds = 50;
const maxViolations = 50;
const wasmPage = 65_536;

export class Seal {
  /** True while code of a policy runs. */
  closed = false;
  /** Names of calls that were stopped in this step. */
  violations: string[] = [];
  /** Moment of `performance.now()` at which Python is interrupted. */
  deadline = Number.POSITIVE_INFINITY;
  /** Milliseconds between the interrupt and the abort. */
  grace = 500;
  /** Bytes that the heap may grow to. */
  maxHeapBytes = Number.POSITIVE_INFINITY;
  /** What interrupted the step, null while nothing did. */
  interruptedBy: 'timeout' | 'cancel' | null = null;

  private abortAt = Number.POSITIVE_INFINITY;
  private repeatAt = 0;
  private fileModeMask = 0o022;
  private readonly cancelled: () => boolean;

  /** @param cancelled tells whether a person has stopped the step; asked many times a second, must be cheap */
  constructor(cancelled: () => boolean) {
    this.cancelled = cancelled;
  }

  /** Opens a step. */
  arm(timeoutMilliseconds: number): void {
    this.violations = [];
    this.interruptedBy = null;
    this.abortAt = Number.POSITIVE_INFINITY;
    this.deadline = performance.now() + timeoutMilliseconds;
    this.closed = true;
  }

  disarm(): void {
    this.closed = false;
    this.deadline = Number.POSITIVE_INFINITY;
  }

  /** Moves the deadline by time that the code is not charged for. */
  extend(milliseconds: number): void {
    this.deadline += milliseconds;
    this.abortAt += milliseconds;
  }

  /** Forgets what an episode can have left here. */
  reset(): void {
    this.fileModeMask = 0o022;
    this.violations = [];
  }

  /** Puts the gates into the import tables, in place: the dynamic linker looks the functions up in the same objects. */
  install(imports: WasmImports): void {
    for (const table of new Set([imports.env, imports.wasi_snapshot_preview1])) {
      for (const name of Object.keys(table)) this.installGate(table, name);
    }
  }

  /** Caps growth of the heap at the memory object, for every path that leads to it. */
  capMemory(memory: WebAssembly.Memory): void {
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * wasmPage > this.maxHeapBytes) {
        throw new RangeError('the sandbox may use no more memory');
      }
      return grow(pages);
    };
  }

  private installGate(table: ImportTable, name: string): void {
    const original = table[name];
    if (typeof original !== 'function' || name.startsWith('invoke_')) return;
    const gate = this.gateFor(name, original);
    if (gate === original) return;
    if (original.sig !== undefined) gate.sig = original.sig;
    if (original.stub !== undefined) gate.stub = original.stub;
    table[name] = gate;
  }

  private gateFor(name: string, original: ImportedFunction): ImportedFunction {
    if (name === '_Py_CheckEmscriptenSignals_Helper') return () => this.pollSignals();
    if (name === '__syscall_umask_js') return (mask = 0) => this.setFileModeMask(mask);
    if (name === 'emscripten_resize_heap') {
      return (size = 0) => (size >>> 0 > this.maxHeapBytes ? 0 : original(size));
    }
    const errorNumber = refusedImports.get(name);
    if (errorNumber !== undefined) return this.refusingGate(name, original, errorNumber);
    if (allowedImports.has(name)) return original;
    return this.abortingGate(name, original);
  }

  private refusingGate(name: string, original: ImportedFunction, errorNumber: number) {
    const gate: ImportedFunction = (...args) => {
      if (!this.closed) return original(...args);
      this.record(name);
      return errorNumber;
    };
    return gate;
  }

  private abortingGate(name: string, original: ImportedFunction): ImportedFunction {
    const isClosed = () => this.closed;
    const stop = () => {
      this.record(name);
      return new StepAbort('violation', `the code reached for ${name}, which is sealed`);
    };
    return function gate(this: unknown, ...args) {
      if (isClosed()) throw stop();
      return original.apply(this, args);
    };
  }

  private record(name: string): void {
    if (this.violations.length < maxViolations) this.violations.push(name);
  }

  /** CPython asks this every few dozen instructions: a deadline and a cancel without a second thread. */
  private pollSignals(): number {
    const now = performance.now();
    if (this.interruptedBy === null) {
      const cause = this.cancelled() ? 'cancel' : now >= this.deadline ? 'timeout' : null;
      if (cause === null) return 0;
      this.interruptedBy = cause;
      this.abortAt = now + this.grace;
      this.repeatAt = now + repeatMilliseconds;
      return interruptSignal;
    }
    if (now > this.abortAt) throw new StepAbort('overrun', 'the code went on after the interrupt');
    if (now < this.repeatAt) return 0;
    this.repeatAt = now + repeatMilliseconds;
    return interruptSignal;
  }

  private setFileModeMask(mask: number): number {
    const before = this.fileModeMask;
    this.fileModeMask = mask & 0o777;
    return before;
  }
}
