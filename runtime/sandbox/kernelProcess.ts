// The main thread of a kernel process: starts the workers, passes cancels on, replaces a worker that has to go. Keeps what must
// outlive a worker: the image, the checkpoints and the files that belong to them.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { SavedFiles } from './guestFiles.ts';
import type { CheckpointMemory, HeapImage } from './heapImage.ts';
import { reserveCheckpoint } from './heapImage.ts';
import { compileProgram } from './program.ts';
import type { WorkerData, WorkerMessage, WorkerParts } from './workerData.ts';
import type { ProcessReport, ServeCommand } from './workerProtocol.ts';

/** Young interpreters use little of it; a flood inside one ends that worker, not the process. */
const workerHeapMegabytes = 256;

interface Slot {
  readonly index: number;
  readonly control: SharedArrayBuffer;
  readonly checkpoint: CheckpointMemory;
  worker: Worker | null;
  savedFiles: SavedFiles | null;
  deliver: ((bytes: Uint8Array) => void) | null;
}

export class KernelProcess {
  private readonly command: ServeCommand;
  private readonly report: (report: ProcessReport) => void;
  private parts: Omit<WorkerParts, 'image'> | null = null;
  private readonly slots: Slot[] = [];
  private image: HeapImage | null = null;

  constructor(command: ServeCommand, report: (report: ProcessReport) => void) {
    this.command = command;
    this.report = report;
    for (let index = 0; index < command.workers; index += 1) {
      const control = new SharedArrayBuffer(4);
      const checkpoint = reserveCheckpoint(command.maxHeapBytes);
      this.slots.push({
        index,
        control,
        checkpoint,
        worker: null,
        savedFiles: null,
        deliver: null,
      });
    }
  }

  /** Starts the first worker, whose image the others share, then the others. */
  async start(): Promise<void> {
    const [first, ...others] = this.slots;
    if (first !== undefined) await this.startWorker(first, null);
    await Promise.all(others.map((slot) => this.startWorker(slot, null)));
  }

  cancel(index: number, id: number): void {
    const slot = this.slots[index];
    if (slot === undefined) return;
    const control = new Int32Array(slot.control);
    Atomics.store(control, 0, id);
    Atomics.notify(control, 0);
  }

  deliver(index: number, bytes: Uint8Array): void {
    this.slots[index]?.deliver?.(bytes);
  }

  async replace(index: number, token: Uint8Array): Promise<void> {
    const slot = this.slots[index];
    if (slot === undefined) return;
    const { worker } = slot;
    slot.worker = null;
    await worker?.terminate();
    this.report({ type: 'ended', worker: index });
    await this.startWorker(slot, token);
  }

  private async startWorker(slot: Slot, token: Uint8Array | null): Promise<void> {
    const { line, transfer } = this.openLine(slot);
    const data: WorkerData = {
      ...this.command,
      checkpoint: slot.checkpoint,
      savedFiles: slot.savedFiles,
      control: slot.control,
      line,
      token,
    };
    const worker = new Worker(this.command.workerFile, {
      workerData: data,
      transferList: transfer,
      env: {},
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMegabytes },
    });
    slot.worker = worker;
    const ready = this.untilReady(slot, worker);
    // The thread starts meanwhile.
    this.parts ??= loadParts(this.command);
    const image = this.parts.snapshot === null ? null : this.image;
    const parts: WorkerParts = { ...this.parts, image };
    worker.postMessage(parts);
    await ready;
  }

  private async untilReady(slot: Slot, worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.type === 'files') slot.savedFiles = message.files;
        else {
          this.image ??= message.image;
          const bootMilliseconds = message.milliseconds;
          this.report({ type: 'ready', worker: slot.index, bootMilliseconds });
          resolve();
        }
      });
      worker.on('error', (error) => {
        this.fail(slot, worker, error instanceof Error ? error.message : JSON.stringify(error));
        resolve();
      });
      worker.on('exit', (code) => {
        this.fail(slot, worker, `the worker ended with code ${code}`);
        resolve();
      });
    });
  }

  /** Reports the end of a worker that nobody asked to end. */
  private fail(slot: Slot, worker: Worker, message: string): void {
    if (slot.worker !== worker) return;
    slot.worker = null;
    this.report({ type: 'failed', worker: slot.index, message });
  }

  private openLine(slot: Slot): Pick<WorkerData, 'line'> & { transfer: MessageChannel['port1'][] } {
    if (this.command.relay === 'pipes') {
      const descriptor = this.command.firstDescriptor + slot.index;
      return { line: { kind: 'pipe', descriptor }, transfer: [] };
    }
    const { port1, port2 } = new MessageChannel();
    const bell = new SharedArrayBuffer(4);
    const counter = new Int32Array(bell);
    port1.on('message', (bytes: Uint8Array) => {
      this.report({ type: 'frame', worker: slot.index, bytes });
    });
    slot.deliver = (bytes) => {
      port1.postMessage(bytes);
      Atomics.add(counter, 0, 1);
      Atomics.notify(counter, 0);
    };
    return { line: { kind: 'port', port: port2, bell }, transfer: [port2] };
  }
}

function loadParts({ pyodideDirectory, snapshot }: ServeCommand): Omit<WorkerParts, 'image'> {
  return {
    compiled: compileProgram(pyodideDirectory),
    snapshot: snapshot === null ? null : loadSnapshot(snapshot),
  };
}

function loadSnapshot(snapshot: { file: string; entry: number }): WorkerParts['snapshot'] {
  const file = openSync(snapshot.file, 'r');
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
    for (let offset = 0; offset < bytes.length;) {
      const count = readSync(file, bytes, offset, bytes.length - offset, null);
      if (count === 0) throw new Error('the snapshot is shorter than it was');
      offset += count;
    }
    return { bytes, entry: snapshot.entry };
  } finally {
    closeSync(file);
  }
}
