// Decoded sound on its way to a speech model: mixes the channels, brings them to the model's rate, and keeps no more than
// the model will hear. Works piece by piece, so that hours of sound need little memory.
import { speechSampleRate } from './transcriber.ts';

export class SpeechSamples {
  readonly #samples: Float32Array;
  #length = 0;
  /** Source samples taken and samples due so far; whole numbers, so that hours of sound do not drift. */
  #taken = 0;
  #due = 0;
  /** Sum and number of the source samples that fall into the sample under way. */
  #sum = 0;
  #count = 0;

  constructor(maxSeconds: number) {
    this.#samples = new Float32Array(Math.ceil(maxSeconds * speechSampleRate));
  }

  /** Takes the next piece: one array for each channel, all of one length. All pieces have one rate. */
  add(channels: readonly Float32Array[], sampleRate: number): void {
    const [first] = channels;
    if (first === undefined || sampleRate <= 0) return;
    for (let index = 0; index < first.length; index += 1) {
      this.#sum += mix(channels, index);
      this.#count += 1;
      this.#taken += 1;
      // One source sample may complete none, one, or, at low rates, several samples.
      while (this.#taken * speechSampleRate >= (this.#due + 1) * sampleRate) this.#write();
    }
  }

  /** What was collected so far. */
  samples(): Float32Array {
    return this.#samples.subarray(0, this.#length);
  }

  #write(): void {
    // The mean of the covered samples keeps high tones from turning into low ones.
    const last = this.#samples[this.#length - 1] ?? 0;
    const value = this.#count === 0 ? last : this.#sum / this.#count;
    if (this.#length < this.#samples.length) {
      this.#samples[this.#length] = value;
      this.#length += 1;
    }
    this.#due += 1;
    this.#sum = 0;
    this.#count = 0;
  }
}

function mix(channels: readonly Float32Array[], index: number): number {
  let sum = 0;
  for (const channel of channels) sum += channel[index] ?? 0;
  return sum / channels.length;
}
