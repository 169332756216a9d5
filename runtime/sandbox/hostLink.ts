// The worker's end of its line to the host. Both kinds block the thread while they wait, which is what makes a tool call look
// like a function call to Python.
import fs from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { receiveMessageOnPort } from 'node:worker_threads';
import type { Frame } from './frames.ts';
import { FrameReader } from './frames.ts';

export interface HostLink {
  /** Waits for the next frame; null when the host is gone. */
  receive(): Frame | null;
  /** Sends frames that belong together at once, so that the host wakes up once. */
  send(...frames: readonly Uint8Array[]): void;
  /**
   * Takes the line over from the thread that had it before: drops what was meant for that one, then lets the host know where
   * the frames of this one begin. The host sends the token first, so that it is listening for it when ours comes.
   */
  takeOver(token: Uint8Array): void;
}

const chunkBytes = 65_536;

/** A pipe inherited from the host. */
export class PipeLink implements HostLink {
  private readonly descriptor: number;
  private readonly reader = new FrameReader();
  private readonly ready: Frame[] = [];
  private readonly buffer = Buffer.allocUnsafe(chunkBytes);
  private readonly pause = new Int32Array(new SharedArrayBuffer(4));
  // Taken while they are there: the realm is stripped later.
  private readonly read = fs.readSync;
  private readonly write = fs.writeSync;

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  receive(): Frame | null {
    for (;;) {
      const frame = this.ready.shift();
      if (frame !== undefined) return frame;
      if (!this.readMore()) return null;
    }
  }

  send(...frames: readonly Uint8Array[]): void {
    const bytes = joined(frames);
    for (let offset = 0; offset < bytes.length;) {
      const rest = bytes.length - offset;
      offset += this.attempt(() => this.write(this.descriptor, bytes, offset, rest));
    }
  }

  takeOver(token: Uint8Array): void {
    this.reader.skipTo(token);
    let isOpen = true;
    while (isOpen && this.reader.isSkipping) isOpen = this.readMore();
    this.send(token);
  }

  /** Waits for bytes; false when the host is gone. */
  private readMore(): boolean {
    const count = this.attempt(() => this.read(this.descriptor, this.buffer, 0, chunkBytes, null));
    if (count === 0) return false;
    this.ready.push(...this.reader.add(Uint8Array.prototype.slice.call(this.buffer, 0, count)));
    return true;
  }

  /** Waits where the pipe does not block by itself; a pipe that is closed reads as its end. */
  private attempt(operation: () => number): number {
    for (;;) {
      try {
        return operation();
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'EOF' || code === 'EPIPE' || code === 'ECONNRESET') return 0;
        if (code !== 'EAGAIN') throw error;
        Atomics.wait(this.pause, 0, 0, 1);
      }
    }
  }
}

/** Messages through the main thread of the process, where pipes cannot be read in a blocking way. */
export class PortLink implements HostLink {
  private readonly port: MessagePort;
  private readonly bell: Int32Array;
  private readonly reader = new FrameReader();
  private readonly ready: Frame[] = [];

  /** @param bell counts messages; the sender rings it after each */
  constructor(port: MessagePort, bell: SharedArrayBuffer) {
    this.port = port;
    this.bell = new Int32Array(bell);
  }

  receive(): Frame | null {
    for (;;) {
      const frame = this.ready.shift();
      if (frame !== undefined) return frame;
      const heard = Atomics.load(this.bell, 0);
      const received: unknown = receiveMessageOnPort(this.port)?.message;
      if (received instanceof Uint8Array) this.ready.push(...this.reader.add(received));
      else Atomics.wait(this.bell, 0, heard, 1000);
    }
  }

  send(...frames: readonly Uint8Array[]): void {
    this.port.postMessage(joined(frames));
  }

  /** A port is new for each thread; nothing can be left over. */
  takeOver(): void {
    return;
  }
}

function joined(frames: readonly Uint8Array[]): Uint8Array {
  const [only] = frames;
  return frames.length === 1 && only !== undefined ? only : Buffer.concat(frames);
}
