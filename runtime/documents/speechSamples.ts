// Decoded sound on its way to a speech model: mixes the channels, brings them to the model's rate, and keeps no more than
// the model will hear. Works piece by piece, so that hours of sound need little memory.
import { speechSampleRate } from './transcriber.ts';

export class SpeechSamples {
  readonly #samples: Float32Array;
  #length = 0;
  /** Position of the next sample to write, counted in samples of the source from the start of the current piece. */
  #position = 0;
  /** Sum and number of the source samples that fall into the sample under way. */
  #sum = 0;
  #count = 0;

  constructor(maxSeconds: number) {
    this.#samples = new Float32Array(Math.ceil(maxSeconds * speechSampleRate));
  }

  /** Takes the next piece: one array for each channel, all of one length. */
  add(channels: readonly Float32Array[], sampleRate: number): void {
    const [first] = channels;
    if (first === undefined || sampleRate <= 0) return;
    const step = sampleRate / speechSampleRate;
    for (let index = 0; index < first.length; index += 1) {
      this.#sum += mix(channels, index);
      this.#count += 1;
      // One source sample may complete none, one, or, at low rates, several samples.
      while (index + 1 >= this.#position + step) this.#write(step);
    }
    this.#position -= first.length;
  }

  /** What was collected so far. */
  samples(): Float32Array {
    return this.#samples.subarray(0, this.#length);
  }

  #write(step: number): void {
    // The mean of the covered samples keeps high tones from turning into low ones.
    const value =
      this.#count === 0 ? (this.#samples[this.#length - 1] ?? 0) : this.#sum / this.#count;
    if (this.#length < this.#samples.length) {
      this.#samples[this.#length] = value;
      this.#length += 1;
    }
    this.#position += step;
    this.#sum = 0;
    this.#count = 0;
  }
}

function mix(channels: readonly Float32Array[], index: number): number {
  let sum = 0;
  for (const channel of channels) sum += channel[index] ?? 0;
  return sum / channels.length;
}
