// The work of one worker: an interpreter, its files, and the requests of the host. Every request ends with an E frame; whatever
// happened inside, the interpreter is ready for the next one afterwards.
import { encodeFrame, jsonFrame } from './frames.ts';
import type { GuestFiles, SavedFiles } from './guestFiles.ts';
import type { Checkpoint, HeapImage } from './heapImage.ts';
import { loadImage } from './heapImage.ts';
import type { HostLink } from './hostLink.ts';
import type { Interpreter } from './interpreter.ts';
import type {
  BeginRequest,
  RequestEnd,
  StepRequest,
  TableRequest,
  WorkerRequest,
} from './workerProtocol.ts';
import type { HostFiles } from './hostFiles.ts';

/** Longest time that the kernel may take to begin an episode. */
const beginMilliseconds = 10_000;
/** After a cancel there is less patience than after a timeout: a person is waiting. */
const graceMilliseconds = 400;
const defaultHeapBytes = 512 << 20;

export interface SessionParts {
  readonly interpreter: Interpreter;
  readonly files: GuestFiles;
  readonly workspace: HostFiles;
  readonly image: HeapImage;
  readonly checkpoint: Checkpoint;
  /** Address of the kernel's entry function. */
  readonly entry: number;
  readonly link: HostLink;
  /** [0]: id of the request that a person has cancelled. */
  readonly control: Int32Array;
  /** Files that go with the checkpoint in `checkpoint`, from the worker before this one. */
  readonly savedFiles: SavedFiles | null;
  /** Hands files over to the main thread, which outlives this one. */
  readonly keepFiles: (files: SavedFiles) => void;
}

type Outcome = Pick<RequestEnd, 'end' | 'cause' | 'message' | 'recovery'>;

export class WorkerSession {
  private readonly parts: SessionParts;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private episode: BeginRequest | null = null;
  private keptFiles: SavedFiles | null;
  /** True once a step ran whose effects a restart of the episode would lose. */
  private hasState = false;
  /** True after a step whose state nobody was to need, such as one that gave the final answer. */
  private isUnkept = false;
  private currentId = 0;
  private toolMilliseconds = 0;

  constructor(parts: SessionParts) {
    this.parts = parts;
    this.keptFiles = parts.savedFiles;
    parts.interpreter.seal.grace = graceMilliseconds;
    parts.interpreter.seal.maxHeapBytes = defaultHeapBytes;
  }

  /** Whether the running request was cancelled. */
  cancelled(): boolean {
    return Atomics.load(this.parts.control, 0) === this.currentId;
  }

  /**
   * Handles one request and sends its end.
   * @param text the request as it came, for Python to read
   */
  handle(request: WorkerRequest, text: Uint8Array): void {
    this.currentId = request.id;
    this.toolMilliseconds = 0;
    switch (request.op) {
      case 'begin':
        this.begin(request);
        return;
      case 'step':
        this.step(request, text);
        return;
      case 'table':
        this.table(request);
        return;
      case 'keep':
        this.keep();
        this.sendEnd(request.id, 0, returned, []);
        return;
      case 'reset':
        this.reset();
        this.sendEnd(request.id, 0, returned, []);
        return;
      case 'exit':
        return;
    }
  }

  /** Answers a frame of Python: passes it to the host and waits, or sleeps. */
  answer(kind: string, frame: Uint8Array): Uint8Array {
    const started = performance.now();
    if (kind === 'Z') {
      this.sleep(Number(this.decoder.decode(frame.subarray(5))) * 1000);
      return this.encoder.encode('{}');
    }
    if (kind !== 'T' && kind !== 'P') return this.encoder.encode(unknownFrame);
    this.parts.link.send(frame);
    const reply = this.parts.link.receive();
    const elapsed = performance.now() - started;
    this.toolMilliseconds += elapsed;
    this.parts.interpreter.seal.extend(elapsed);
    return reply?.kind === 'A' ? reply.payload : this.encoder.encode('{"interrupt":true}');
  }

  private sleep(milliseconds: number): void {
    const { control, interpreter } = this.parts;
    const until = Math.min(performance.now() + milliseconds, interpreter.seal.deadline);
    for (;;) {
      const rest = until - performance.now();
      if (!(rest > 0) || this.cancelled()) return;
      Atomics.wait(control, 0, Atomics.load(control, 0), rest);
    }
  }

  private reset(): void {
    const { interpreter, files, workspace, image, checkpoint } = this.parts;
    checkpoint.forget();
    workspace.unmount();
    files.reset();
    loadImage(interpreter.module, interpreter.exports, image);
    interpreter.seal.reset();
    interpreter.seal.maxHeapBytes = defaultHeapBytes;
    this.episode = null;
    this.keptFiles = null;
    this.hasState = false;
    this.isUnkept = false;
  }

  private begin(request: BeginRequest): void {
    const started = performance.now();
    const outcome = request.adopt ? this.adopt(request) : this.start(request);
    this.sendEnd(request.id, performance.now() - started, outcome, []);
  }

  private start(request: BeginRequest): Outcome {
    const { interpreter, files, workspace, entry } = this.parts;
    workspace.mount(request.files);
    files.quotaBytes = request.maxFileBytes;
    interpreter.seal.maxHeapBytes = request.maxMemoryBytes;
    const end = interpreter.call(entry, this.kernelRequest(request), beginMilliseconds);
    this.episode = request;
    return end.kind === 'returned' ? returned : { ...end, end: 'aborted', recovery: 'lost' };
  }

  /** Takes over an episode from the checkpoint of the worker before. */
  private adopt(request: BeginRequest): Outcome {
    const { checkpoint, files, workspace, interpreter } = this.parts;
    const saved = this.keptFiles;
    if (!checkpoint.whole || saved === null) return { ...this.start(request), recovery: 'lost' };
    workspace.mount(request.files);
    files.quotaBytes = request.maxFileBytes;
    interpreter.seal.maxHeapBytes = request.maxMemoryBytes;
    this.episode = request;
    this.hasState = true;
    checkpoint.load(interpreter.module, interpreter.exports);
    files.load(saved);
    return { ...returned, recovery: 'moved' };
  }

  private kernelRequest(request: BeginRequest): Uint8Array {
    const { op, seed, guard, tools, allowedImports } = request;
    return this.encoder.encode(JSON.stringify({ op, seed, guard, tools, allowedImports }));
  }

  private step(request: StepRequest, text: Uint8Array): void {
    const { interpreter, entry } = this.parts;
    // The episode goes on after all; from here on it needs a state to come back to.
    if (this.isUnkept && request.keep) this.keep();
    const started = performance.now();
    const end = interpreter.call(entry, text, request.timeoutMilliseconds);
    const { reports } = interpreter.channel;
    const [report] = reports;
    if (end.kind === 'aborted') {
      this.sendEnd(
        request.id,
        this.elapsed(started),
        { ...end, end: 'aborted', recovery: this.rollBack() },
        [],
      );
    } else if (report === undefined || reports.length > 1) {
      this.sendEnd(
        request.id,
        this.elapsed(started),
        { ...tampered, recovery: this.rollBack() },
        [],
      );
    } else {
      const milliseconds = this.elapsed(started);
      this.sendEnd(request.id, milliseconds, returned, this.sendOutputs(), report);
      if (report[0] === reportKind) this.afterGoodStep(request);
      else this.isUnkept = true;
    }
  }

  /** Code of the value may run while it is read, so the state is loaded again afterwards. */
  private table(request: TableRequest): void {
    const { interpreter, entry, link, checkpoint } = this.parts;
    if (this.isUnkept || !checkpoint.whole) this.keep();
    if (!checkpoint.whole) {
      this.sendEnd(request.id, 0, tooLarge, []);
      return;
    }
    const payload = this.encoder.encode(JSON.stringify(request));
    const end = interpreter.call(entry, payload, request.timeoutMilliseconds);
    const [report, second] = interpreter.channel.reports;
    const recovery = this.rollBack();
    const outcome = end.kind === 'aborted' ? { ...end, end: 'aborted' as const } : tampered;
    if (end.kind === 'returned' && report !== undefined && second === undefined) {
      link.send(report);
      this.sendEnd(request.id, 0, { ...returned, recovery }, []);
    } else {
      this.sendEnd(request.id, 0, { ...outcome, recovery }, []);
    }
  }

  /** Wall clock of the step without the time that tools took. */
  private elapsed(started: number): number {
    return performance.now() - started - this.toolMilliseconds;
  }

  /** The result is on its way already, so nobody waits for the copy. */
  private afterGoodStep(request: StepRequest): void {
    if (request.keep) {
      this.keep();
    } else {
      this.parts.checkpoint.forget();
      this.hasState = true;
    }
  }

  /** Remembers the state as it is. */
  private keep(): void {
    const { checkpoint, interpreter, files, keepFiles } = this.parts;
    checkpoint.save(interpreter.module, interpreter.exports);
    this.hasState = true;
    this.isUnkept = false;
    const saved = files.save();
    if (!sameFiles(saved, this.keptFiles)) keepFiles(saved);
    this.keptFiles = saved;
  }

  /** Back to the state before the step that was aborted. */
  private rollBack(): RequestEnd['recovery'] {
    const { checkpoint, interpreter, files, image, workspace } = this.parts;
    if (checkpoint.whole && this.keptFiles !== null) {
      files.load(this.keptFiles);
      checkpoint.load(interpreter.module, interpreter.exports);
      return 'rolled-back';
    }
    const { episode, hasState } = this;
    const { violations, interruptedBy } = interpreter.seal;
    files.reset();
    workspace.unmount();
    loadImage(interpreter.module, interpreter.exports, image);
    if (episode !== null) this.start(episode);
    Object.assign(interpreter.seal, { violations, interruptedBy });
    this.hasState = false;
    return hasState ? 'lost' : 'rolled-back';
  }

  private sendOutputs(): RequestEnd['outputs'] {
    const { files, link } = this.parts;
    const outputs: RequestEnd['outputs'] = [];
    for (const file of files.changedOutputs()) {
      outputs.push({ name: file.name, bytes: file.bytes.length });
      if (this.episode?.collectOutputs === true) link.send(encodeFrame('F', file.bytes));
    }
    return outputs;
  }

  private sendEnd(
    id: number,
    milliseconds: number,
    outcome: Outcome,
    outputs: RequestEnd['outputs'],
    report?: Uint8Array,
  ): void {
    const { seal, module } = this.parts.interpreter;
    const end: RequestEnd = {
      id,
      end: outcome.end,
      cause: outcome.cause,
      message: outcome.message,
      recovery: outcome.recovery,
      interruptedBy: seal.interruptedBy,
      violations: seal.violations,
      milliseconds,
      heapBytes: module.HEAPU8.length,
      outputs,
    };
    const frame = jsonFrame('E', end);
    if (report === undefined) this.parts.link.send(frame);
    else this.parts.link.send(report, frame);
  }
}

const reportKind = 'R'.charCodeAt(0);
const unknownFrame = '{"error":{"type":"ToolError","message":"unknown kind of frame"}}';
const returned: Outcome = { end: 'returned', cause: '', message: '', recovery: 'none' };
const tooLarge: Outcome = {
  end: 'aborted',
  cause: 'checkpoint',
  message: 'the namespace is too large for that',
  recovery: 'none',
};
const tampered: Outcome = {
  end: 'tampered',
  cause: 'report',
  message: 'the code wrote to the channel of the sandbox itself',
  recovery: 'none',
};

function sameFiles(a: SavedFiles, b: SavedFiles | null): boolean {
  return (
    b !== null &&
    a.entries === b.entries &&
    a.folder === b.folder &&
    a.streams.length === 0 &&
    b.streams.length === 0
  );
}
