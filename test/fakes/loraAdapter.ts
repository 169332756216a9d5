// Writes a small LoRA adapter in GGUF form: random numbers on one matrix of a llama model, or none at all.
import { writeFileSync } from 'node:fs';

export interface LoraAdapter {
  /** Matrix of the base model, for example `blk.0.ffn_down.weight`. */
  readonly matrix: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly rank: number;
  /** Size of the random numbers; 0 makes an adapter that changes nothing. */
  readonly strength: number;
}

const stringType = 8;
const floatType = 6;
const alignment = 32;

export function writeLoraAdapter(file: string, adapter: LoraAdapter): void {
  const { matrix, inputs, outputs, rank, strength } = adapter;
  const down = randomFloats(inputs * rank, 1);
  const up = randomFloats(rank * outputs, strength);
  const downBytes = padded(Buffer.from(down.buffer));
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(2),
    uint64(4),
    textEntry('general.type', 'adapter'),
    textEntry('general.architecture', 'llama'),
    textEntry('adapter.type', 'lora'),
    Buffer.concat([text('adapter.lora.alpha'), uint32(floatType), float32(rank)]),
    tensor(`${matrix}.lora_a`, [inputs, rank], 0),
    tensor(`${matrix}.lora_b`, [rank, outputs], downBytes.length),
  ]);
  writeFileSync(file, Buffer.concat([padded(header), downBytes, padded(Buffer.from(up.buffer))]));
}

function randomFloats(count: number, strength: number): Float32Array {
  let state = 12345;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state / 2 ** 32 - 0.5) * strength;
  });
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}

const textEntry = (key: string, value: string): Buffer =>
  Buffer.concat([text(key), uint32(stringType), text(value)]);

const tensor = (name: string, shape: readonly number[], offset: number): Buffer =>
  Buffer.concat([
    text(name),
    uint32(shape.length),
    ...shape.map(uint64),
    uint32(0),
    uint64(offset),
  ]);

const text = (value: string): Buffer => Buffer.concat([uint64(value.length), Buffer.from(value)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
