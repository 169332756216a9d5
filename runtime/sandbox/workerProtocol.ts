// What the host and a worker say to each other, and what the host asks of the process that the workers live in.
//
// Frames to a worker:   Q request (JSON below) · A answer to a tool call (JSON, read by Python)
// Frames from a worker: T tool call · P several at once · R or N report of a step (all three written by Python, never trusted)
//                       F contents of an output file · E end of a request (written by the worker)
import * as z from 'zod';
import { Recovery } from '../contract/observation.ts';
import { ToolSignature } from '../contract/tool.ts';

/** Bytes in a message; they arrive in a buffer of the receiver. */
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const StagedFile = z.object({
  name: z.string(),
  path: z.string(),
  bytes: z.number(),
  modified: z.number(),
});

export const BeginRequest = z.object({
  op: z.literal('begin'),
  id: z.int(),
  seed: z.int(),
  guard: z.boolean(),
  tools: z.array(ToolSignature),
  allowedImports: z.array(z.string()),
  files: z.array(StagedFile),
  maxMemoryBytes: z.number(),
  maxFileBytes: z.number(),
  /** False when nobody keeps output files; their names are still reported. */
  collectOutputs: z.boolean(),
  /** True when the episode runs already and this worker takes it over from its checkpoint. */
  adopt: z.boolean(),
});
export type BeginRequest = z.infer<typeof BeginRequest>;

export const StepRequest = z.object({
  op: z.literal('step'),
  id: z.int(),
  step: z.int().positive(),
  code: z.string(),
  timeoutMilliseconds: z.number(),
  maxOutput: z.number(),
  /** Whether to remember the state after the step. */
  keep: z.boolean(),
});
export type StepRequest = z.infer<typeof StepRequest>;

export const TableRequest = z.object({
  op: z.literal('table'),
  id: z.int(),
  name: z.string(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
  timeoutMilliseconds: z.number(),
});
export type TableRequest = z.infer<typeof TableRequest>;

export const WorkerRequest = z.discriminatedUnion('op', [
  BeginRequest,
  StepRequest,
  /** Reads a variable and brings the state back to what it was. */
  TableRequest,
  z.object({ op: z.literal('reset'), id: z.int() }),
  /** Remembers the state of the episode. */
  z.object({ op: z.literal('keep'), id: z.int() }),
  /** Ends the thread. */
  z.object({ op: z.literal('exit'), id: z.int() }),
]);
export type WorkerRequest = z.infer<typeof WorkerRequest>;

/** As WorkerRequest. A step is checked by hand: it comes often, and schemas are slow where no code may be made from strings. */
export const ReceivedRequest = z.custom<StepRequest>(isStepRequest).or(WorkerRequest);

function isStepRequest(value: unknown): value is StepRequest {
  if (typeof value !== 'object' || value === null || !('op' in value)) return false;
  const request: Partial<Record<keyof StepRequest, unknown>> = value;
  return (
    request.op === 'step' &&
    Number.isSafeInteger(request.id) &&
    Number.isSafeInteger(request.step) &&
    Number(request.step) > 0 &&
    typeof request.code === 'string' &&
    Number.isFinite(request.timeoutMilliseconds) &&
    Number.isFinite(request.maxOutput) &&
    typeof request.keep === 'boolean'
  );
}

/** How a request ended, as the worker outside of Python saw it. */
export const RequestEnd = z.object({
  id: z.int(),
  /** `returned`: Python came back. `aborted`: it had to be stopped by force. `tampered`: not exactly one report. */
  end: z.enum(['returned', 'aborted', 'tampered']),
  /** Why it was aborted, for example `violation` or `overrun`; empty otherwise. */
  cause: z.string(),
  message: z.string(),
  interruptedBy: z.enum(['timeout', 'cancel']).nullable(),
  violations: z.array(z.string()),
  recovery: Recovery,
  milliseconds: z.number(),
  heapBytes: z.number(),
  /** Output files that the step wrote, in the order of the F frames before this one. */
  outputs: z.array(z.object({ name: z.string(), bytes: z.number() })),
});
export type RequestEnd = z.infer<typeof RequestEnd>;

/** What a snapshot needs beside its bytes. */
export const SnapshotFacts = z.object({
  /** Address of the kernel's entry function in the snapshot. */
  entry: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string(),
});
export type SnapshotFacts = z.infer<typeof SnapshotFacts>;

export const ServeCommand = z.object({
  type: z.literal('serve'),
  pyodideDirectory: z.string(),
  workerFile: z.string(),
  kernelDirectory: z.string(),
  /** The data pack: a host folder, its libraries and the modules to import; see dataPack.ts. */
  pack: z
    .object({
      directory: z.string(),
      libraries: z.array(z.string()),
      imports: z.array(z.string()),
    })
    .nullable(),
  /** Null boots plainly. */
  snapshot: z.object({ file: z.string(), entry: z.int() }).nullable(),
  workers: z.int().positive(),
  /** Whether each worker has a pipe of its own, or its frames go through the main thread. */
  relay: z.enum(['pipes', 'messages']),
  /** Descriptor of the pipe of worker 0; the others follow. */
  firstDescriptor: z.int(),
  /** Largest heap that a checkpoint can hold. */
  maxHeapBytes: z.number(),
});
export type ServeCommand = z.infer<typeof ServeCommand>;

/** From the host to the main thread of a kernel process. */
export const ProcessCommand = z.discriminatedUnion('type', [
  ServeCommand,
  ServeCommand.extend({ type: z.literal('build') }),
  /** Stops the request with that id. */
  z.object({ type: z.literal('cancel'), worker: z.int(), id: z.int() }),
  /** Ends a worker, by force where it must be, and starts another in its place. */
  z.object({ type: z.literal('replace'), worker: z.int(), token: Bytes }),
  z.object({ type: z.literal('frame'), worker: z.int(), bytes: Bytes }),
  z.object({
    type: z.literal('probe'),
    /** A file that no flag allows to be read. */
    forbiddenFile: z.string(),
    /** A port of the loopback interface on which the host listens. */
    port: z.int(),
  }),
]);
export type ProcessCommand = z.infer<typeof ProcessCommand>;

/** Whether something that should be impossible was possible, by what was tried. */
export const ProbeAttempts = z.record(
  z.string(),
  z.object({ possible: z.boolean(), detail: z.string() }),
);
export type ProbeAttempts = z.infer<typeof ProbeAttempts>;

/** From the main thread of a kernel process to the host. */
export const ProcessReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), worker: z.int(), bootMilliseconds: z.number() }),
  /** The old thread of a worker is gone; its pipe is free. */
  z.object({ type: z.literal('ended'), worker: z.int() }),
  z.object({ type: z.literal('frame'), worker: z.int(), bytes: Bytes }),
  z.object({ type: z.literal('failed'), worker: z.int().nullable(), message: z.string() }),
  z.object({ type: z.literal('built'), entry: z.int(), bytes: z.int() }),
  z.object({ type: z.literal('probed'), attempts: ProbeAttempts }),
]);
export type ProcessReport = z.infer<typeof ProcessReport>;
