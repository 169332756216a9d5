// The one way out of Python: a character device. Python writes a frame and reads the answer; nothing else crosses.
// The device is removed from the file tree once the kernel holds it open, so that code cannot open it by name.
import type { FileSystem, FsNode, FsStream } from './emscripten.ts';
import { StepAbort } from './seal.ts';

const devicePath = '/dev/kernel';
const deviceMajor = 64;
const frameHead = 5;
/** As in kernel/wire.py, with room for the head. */
const maxFrameBytes = (16 << 20) + frameHead;

/** Answers a frame that Python waits on. Gets the whole frame; gives the JSON of the answer. */
export type AnswerFrame = (kind: string, frame: Uint8Array) => Uint8Array;

export class KernelChannel {
  /** Reports (R, or N when there is nothing to keep) written since the last `begin`. More or fewer than one means that code wrote to the channel itself. */
  reports: Uint8Array[] = [];

  private inbox: Uint8Array = new Uint8Array(0);
  private position = 0;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private readonly answer: AnswerFrame;

  constructor(answer: AnswerFrame) {
    this.answer = answer;
  }

  /** Makes the device. */
  attach(fs: FileSystem): void {
    const device = fs.makedev(deviceMajor, 0);
    fs.registerDevice(device, {
      open: () => undefined,
      close: () => undefined,
      llseek: () => 0,
      read: (_stream: FsStream, target: Uint8Array, offset: number, length: number) =>
        this.read(target, offset, length),
      // Emscripten hands its heap over as signed bytes.
      write: (_stream: FsStream, source: Int8Array, offset: number, length: number) =>
        this.write(new Uint8Array(source.buffer, source.byteOffset + offset, length).slice()),
    });
    fs.mkdev(devicePath, 0o600, device);
  }

  /** Takes the name away; descriptors that are open stay open. */
  hide(fs: FileSystem): void {
    fs.unlink(devicePath);
  }

  /** Puts a request where Python will read it and forgets everything of the step before. */
  begin(request: Uint8Array): void {
    this.reports = [];
    this.pending = [];
    this.pendingBytes = 0;
    this.setInbox(request);
  }

  private setInbox(payload: Uint8Array): void {
    this.inbox = new Uint8Array(4 + payload.length);
    new DataView(this.inbox.buffer).setUint32(0, payload.length, true);
    this.inbox.set(payload, 4);
    this.position = 0;
  }

  private read(target: Uint8Array, offset: number, length: number): number {
    const count = Math.min(length, this.inbox.length - this.position);
    target.set(this.inbox.subarray(this.position, this.position + count), offset);
    this.position += count;
    return count;
  }

  private write(part: Uint8Array): number {
    this.pending.push(part);
    this.pendingBytes += part.length;
    if (this.pendingBytes > 2 * maxFrameBytes) {
      throw new StepAbort('channel', 'the code wrote more to the channel than a frame can hold');
    }
    this.takeFrames();
    return part.length;
  }

  private takeFrames(): void {
    while (this.pendingBytes >= frameHead) {
      const bytes = this.joined();
      const length = frameHead + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
      if (length > maxFrameBytes) throw new StepAbort('channel', 'a frame is too large');
      if (bytes.length < length) return;
      this.pending = [bytes.subarray(length)];
      this.pendingBytes = bytes.length - length;
      this.dispatch(bytes.subarray(0, length));
    }
  }

  private joined(): Uint8Array {
    const [only] = this.pending;
    if (this.pending.length === 1 && only !== undefined) return only;
    const whole = new Uint8Array(this.pendingBytes);
    let offset = 0;
    for (const part of this.pending) {
      whole.set(part, offset);
      offset += part.length;
    }
    this.pending = [whole];
    return whole;
  }

  private dispatch(frame: Uint8Array): void {
    const kind = String.fromCharCode(frame[0] ?? 0);
    if (kind === 'R' || kind === 'N') this.reports.push(frame.slice());
    else this.setInbox(this.answer(kind, frame));
  }
}

/** The node of the device while it has a name; the guest file system freezes it. */
export function deviceNode(fs: FileSystem): FsNode {
  return fs.lookupPath(devicePath).node;
}
