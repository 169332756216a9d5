// Has a kernel process of its own boot plainly and hand its memory over. Takes a few seconds, once; the host reports it.
import { failure } from '../support/errors.ts';
import type { OnProgress } from '../support/progress.ts';
import type { LaunchOptions } from './processHandle.ts';
import { ProcessHandle } from './processHandle.ts';
import type { BuiltSnapshot } from './snapshotCache.ts';
import type { ProcessReport, ServeCommand } from './workerProtocol.ts';

const activity = 'Preparing the Python sandbox';
const buildMilliseconds = 180_000;
/** A guess for the bar only; the snapshot of a plain interpreter has about this size. */
const expectedBytes = 18 << 20;
const reportedBytes = 2 << 20;

/**
 * Builds a snapshot.
 * @throws FailureError when the builder fails or takes more than three minutes
 */
export async function buildSnapshot(
  launch: Omit<LaunchOptions, 'pipes' | 'onReport' | 'onEnd'>,
  command: Omit<ServeCommand, 'type'>,
  onProgress: OnProgress,
): Promise<BuiltSnapshot> {
  const delivery = new Delivery(onProgress);
  const builder = new ProcessHandle({
    ...launch,
    pipes: 1,
    onReport: (report) => delivery.hear(report),
    onEnd: (reason) => delivery.fail(reason),
  });
  const timer = setTimeout(() => delivery.fail('took too long'), buildMilliseconds);
  builder.pipe(0).on('data', (part: Buffer) => delivery.add(part));
  builder.send({ ...command, type: 'build' });
  try {
    return await delivery.whole;
  } finally {
    clearTimeout(timer);
    await builder.end();
  }
}

/** The bytes of a snapshot as they come, and the facts that come beside them, in any order. */
class Delivery {
  readonly whole: Promise<BuiltSnapshot>;
  private readonly onProgress: OnProgress;
  private readonly parts: Buffer[] = [];
  private bytes = 0;
  private toldBytes = 0;
  private facts: { readonly entry: number; readonly bytes: number } | null = null;
  private resolve: (built: BuiltSnapshot) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(onProgress: OnProgress) {
    this.onProgress = onProgress;
    this.whole = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    onProgress({ activity, done: 0, total: null, unit: 'bytes' });
  }

  hear(report: ProcessReport): void {
    if (report.type === 'failed') this.fail(report.message);
    if (report.type !== 'built') return;
    this.facts = report;
    this.finish();
  }

  add(part: Buffer): void {
    this.parts.push(part);
    this.bytes += part.length;
    if (this.bytes - this.toldBytes >= reportedBytes) this.tell(this.bytes);
    this.finish();
  }

  fail(reason: string): void {
    const message = `The snapshot of the sandbox could not be built: the builder ${reason}.`;
    this.reject(failure('sandbox', 'snapshot-failed', message));
  }

  private finish(): void {
    const { facts } = this;
    if (facts === null || this.bytes < facts.bytes) return;
    this.tell(expectedBytes);
    this.resolve({ bytes: Buffer.concat(this.parts, this.bytes), entry: facts.entry });
  }

  private tell(bytes: number): void {
    this.toldBytes = bytes;
    const done = Math.min(bytes, expectedBytes);
    this.onProgress({ activity, done, total: expectedBytes, unit: 'bytes' });
  }
}
