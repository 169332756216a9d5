// Decodes sound piece by piece, to learn its length and to hand its samples on.
import { decodeChunked } from 'audio-decode';

export interface AudioFacts {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** Loudest sample, 0 to 1; 0 is silence. */
  readonly peak: number;
}

export interface AudioPiece {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

const chunkBytes = 262_144;

/** @throws whatever the decoder throws for damaged sound */
export async function decodeAudio(
  bytes: Uint8Array,
  decoder: string,
  onPiece: (piece: AudioPiece) => void,
  signal: AbortSignal,
): Promise<AudioFacts> {
  let [seconds, sampleRate, channels, peak] = [0, 0, 0, 0];
  // The library checks the name itself; its type lists only some of the decoders that it has.
  const pieces = decodeChunked(chunksOf(bytes, signal), decoder as 'wav');
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const length = piece.channelData[0]?.length ?? 0;
    seconds += length / piece.sampleRate;
    sampleRate = piece.sampleRate;
    channels = Math.max(channels, piece.channelData.length);
    peak = Math.max(peak, ...piece.channelData.map(loudest));
    onPiece(piece);
  }
  return { seconds, sampleRate, channels, peak };
}

/** Hands the chunks out one by one and lets messages, such as a cancel, come in between. */
async function* chunksOf(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    signal.throwIfAborted();
    yield bytes.slice(start, start + chunkBytes);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function loudest(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
