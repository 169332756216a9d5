// Sound files made for tests: 16-bit WAV, written byte by byte.

export interface WavOptions {
  readonly seconds: number;
  readonly sampleRate?: number;
  readonly channels?: number;
  /** Hertz; 0 is silence. */
  readonly tone?: number;
}

export function wavFile(options: WavOptions): Uint8Array<ArrayBuffer> {
  const { seconds, sampleRate = 16_000, channels = 1, tone = 440 } = options;
  const frames = Math.round(seconds * sampleRate);
  const dataBytes = frames * channels * 2;
  const file = Buffer.alloc(44 + dataBytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + dataBytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(dataBytes, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    const value = Math.round(16_000 * Math.sin((2 * Math.PI * tone * frame) / sampleRate));
    for (let channel = 0; channel < channels; channel += 1) {
      file.writeInt16LE(value, 44 + (frame * channels + channel) * 2);
    }
  }
  return new Uint8Array(file);
}
