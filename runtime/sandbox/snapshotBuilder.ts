// Has a kernel process of its own boot plainly and hand its memory over. Takes a few seconds, once; the host reports it.
import { failure } from '../support/errors.ts';
import type { OnProgress } from '../support/progress.ts';
import { ProcessHandle } from './processHandle.ts';
import type { LaunchOptions } from './processHandle.ts';
import type { BuiltSnapshot } from './snapshotCache.ts';
import type { ServeCommand } from './workerProtocol.ts';

const activity = 'Preparing the Python sandbox';
const buildMilliseconds = 180_000;
/** A guess for the bar only; the heap of a plain interpreter has about this size. */
const expectedBytes = 32 << 20;

/**
 * Builds a snapshot.
 * @throws FailureError when the builder fails or takes more than three minutes
 */
export async function buildSnapshot(
  launch: Omit<LaunchOptions, 'pipes' | 'onReport' | 'onEnd'>,
  command: Omit<ServeCommand, 'type'>,
  onProgress: OnProgress,
): Promise<BuiltSnapshot> {
  onProgress({ activity, done: 0, total: null, unit: 'bytes' });
  const parts: Buffer[] = [];
  let bytes = 0;
  let facts: { readonly entry: number; readonly bytes: number } | null = null;
  let settle: (error: Error | null) => void = () => undefined;
  const finished = new Promise<void>((resolve, reject) => {
    settle = (error) => {
      if (error === null) resolve();
      else reject(error);
    };
  });
  const complete = () => {
    if (facts !== null && bytes >= facts.bytes) settle(null);
  };
  const builder = new ProcessHandle({
    ...launch,
    pipes: 1,
    onReport: (report) => {
      if (report.type === 'built') facts = report;
      if (report.type === 'failed') settle(builderFailure(report.message));
      complete();
    },
    onEnd: (reason) => settle(builderFailure(reason)),
  });
  const timer = setTimeout(() => settle(builderFailure('took too long')), buildMilliseconds);
  builder.pipe(0).on('data', (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    onProgress({
      activity,
      done: Math.min(bytes, expectedBytes),
      total: expectedBytes,
      unit: 'bytes',
    });
    complete();
  });
  builder.send({ ...command, type: 'build' });
  try {
    await finished;
  } finally {
    clearTimeout(timer);
    await builder.end();
  }
  onProgress({ activity, done: expectedBytes, total: expectedBytes, unit: 'bytes' });
  return { bytes: Buffer.concat(parts, bytes), entry: entryOf(facts) };
}

function entryOf(facts: { readonly entry: number } | null): number {
  if (facts === null) throw builderFailure('gave no entry address');
  return facts.entry;
}

function builderFailure(reason: string): Error {
  return failure(
    'sandbox',
    'snapshot-failed',
    `The snapshot of the sandbox could not be built: ${reason}.`,
  );
}
