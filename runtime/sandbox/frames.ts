// Frames between the host and a worker: one byte of kind, four bytes of length (little endian), then that many bytes.
// The same on a pipe and in messages. What a kind carries is in workerProtocol.ts.

export const frameHead = 5;
/** Largest frame that a reader takes: an output file may be as large as the quota of the recipe. */
const maxFrameBytes = 1 << 30;

export interface Frame {
  readonly kind: string;
  readonly payload: Uint8Array;
}

export function encodeFrame(kind: string, payload: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameHead + payload.length);
  frame[0] = kind.charCodeAt(0);
  new DataView(frame.buffer).setUint32(1, payload.length, true);
  frame.set(payload, frameHead);
  return frame;
}

export function jsonFrame(kind: string, value: unknown): Uint8Array {
  return encodeFrame(kind, Buffer.from(JSON.stringify(value)));
}

/** Puts frames together from pieces as they arrive. */
export class FrameReader {
  private parts: Uint8Array[] = [];
  private bytes = 0;
  private token: Uint8Array | null = null;

  /** Drops everything up to and including the token: what a worker that was ended had left half written. */
  skipTo(token: Uint8Array): void {
    this.token = token;
    this.parts = [];
    this.bytes = 0;
  }

  /** True until the token has come. */
  get isSkipping(): boolean {
    return this.token !== null;
  }

  /**
   * Adds a piece and gives the frames that it completes.
   * @throws RangeError when a frame says that it is larger than any may be
   */
  add(part: Uint8Array): Frame[] {
    this.parts.push(part);
    this.bytes += part.length;
    if (this.token !== null && !this.foundToken(this.token)) return [];
    const frames: Frame[] = [];
    for (let frame = this.take(); frame !== null; frame = this.take()) frames.push(frame);
    return frames;
  }

  private foundToken(token: Uint8Array): boolean {
    const whole = Buffer.concat(this.parts, this.bytes);
    const at = whole.indexOf(token);
    const rest = at < 0 ? whole.subarray(-token.length) : whole.subarray(at + token.length);
    this.parts = [rest];
    this.bytes = rest.length;
    if (at >= 0) this.token = null;
    return at >= 0;
  }

  private take(): Frame | null {
    if (this.bytes < frameHead) return null;
    const head = this.peekHead();
    const length = head.getUint32(1, true);
    if (length > maxFrameBytes) throw new RangeError(`a frame of ${length} bytes is too large`);
    if (this.bytes < frameHead + length) return null;
    const whole = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts, this.bytes);
    if (whole === undefined) return null;
    const rest = whole.subarray(frameHead + length);
    this.parts = rest.length === 0 ? [] : [rest];
    this.bytes = rest.length;
    return {
      kind: String.fromCharCode(head.getUint8(0)),
      payload: whole.subarray(frameHead, frameHead + length),
    };
  }

  private peekHead(): DataView {
    let [first] = this.parts;
    if (first === undefined || first.length < frameHead) {
      first = Buffer.concat(this.parts, this.bytes);
      this.parts = [first];
    }
    return new DataView(first.buffer, first.byteOffset, frameHead);
  }
}
