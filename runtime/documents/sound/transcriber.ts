// Speech to text: what the converter of sound files needs to know of an engine.

/** Samples a second that speech models take. */
export const speechSampleRate = 16_000;

export interface SpeechSegment {
  /** Seconds from the start; null where the model gives no times. */
  readonly start: number | null;
  readonly text: string;
}

export interface Transcriber {
  /** Name of the model, for notes. */
  readonly model: string;
  /**
   * @param samples one channel at `speechSampleRate`, from -1 to 1
   * @throws DocumentError `needs-converter` when the model cannot be loaded
   */
  transcribe(samples: Float32Array, signal: AbortSignal): Promise<readonly SpeechSegment[]>;
}
