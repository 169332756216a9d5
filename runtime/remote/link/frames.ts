// The form of the messages between this computer and the program that answers on a machine: length of what follows, number of the
// call, flags, length of the JSON part, the JSON, and bytes. agent.py reads and writes the same. What is worth it is compressed.
import { constants, deflateSync, inflateSync } from 'node:zlib';
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';

export interface Message {
  /** Of the call that it belongs to; 0 for one that nobody answers. */
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

export const noBytes = new Uint8Array(0);

const headBytes = 13;
const compressed = 1;
const mostFrameBytes = 64 * 1024 * 1024;
const Fields = z.record(z.string(), z.unknown());

export function encodeMessage({ number, fields, body }: Message): Buffer {
  const json = Buffer.from(JSON.stringify(fields));
  const content = Buffer.concat([json, body]);
  const isWorthIt = compresses(content);
  const level = content.length < 4096 ? 6 : constants.Z_BEST_SPEED;
  const rest = isWorthIt ? deflateSync(content, { level }) : content;
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(rest.length, 0);
  head.writeUInt32BE(number, 4);
  head.writeUInt8(isWorthIt ? compressed : 0, 8);
  head.writeUInt32BE(json.length, 9);
  return Buffer.concat([head, rest]);
}

/** A sample of the first 4 kB decides: wheels and weights hold nothing to save. */
function compresses(content: Buffer): boolean {
  if (content.length < 256) return false;
  const sample = content.subarray(0, 4096);
  return deflateSync(sample, { level: 1 }).length <= 0.9 * sample.length;
}

/** Puts pieces as they arrive together to messages. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /** @throws Error when what came is no message: something else writes to the same stream */
  push(piece: Buffer): Message[] {
    this.#pieces.push(piece);
    this.#length += piece.length;
    const messages: Message[] = [];
    for (let message = this.#take(); message !== null; message = this.#take()) {
      messages.push(message);
    }
    return messages;
  }

  #take(): Message | null {
    if (this.#length < headBytes) return null;
    const head = this.#peek(headBytes);
    const length = head.readUInt32BE(0);
    if (length > mostFrameBytes) throw new Error('What came is no message of ours.');
    if (this.#length < headBytes + length) return null;
    const rest = this.#peek(headBytes + length).subarray(headBytes, headBytes + length);
    this.#drop(headBytes + length);
    const content = head.readUInt8(8) === compressed ? inflateSync(rest) : rest;
    return read(head.readUInt32BE(4), content, head.readUInt32BE(9));
  }

  /** Joins pieces only where a message lies across them. */
  #peek(length: number): Buffer {
    const [first] = this.#pieces;
    if (first === undefined || first.length < length) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] ?? Buffer.alloc(0);
  }

  #drop(length: number): void {
    const [first = Buffer.alloc(0), ...others] = this.#pieces;
    const left = first.subarray(length);
    this.#pieces = left.length > 0 ? [left, ...others] : others;
    this.#length -= length;
  }
}

function read(number: number, content: Buffer, jsonLength: number): Message {
  const parsed = parseJson(Fields, content.toString('utf8', 0, jsonLength));
  if (!parsed.ok) throw new Error(`What came is no message of ours: ${parsed.problem}`);
  return { number, fields: parsed.value, body: content.subarray(jsonLength) };
}
