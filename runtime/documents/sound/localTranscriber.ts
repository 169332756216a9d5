// Speech to text with a model in a folder of this machine, through transformers.js on the ONNX runtime. Models are never
// downloaded: the folder is named by the person.
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { AutomaticSpeechRecognitionPipeline } from '@huggingface/transformers';
import { errorMessage } from '../../support/errors.ts';
import { check } from '../../support/parseJson.ts';
import { DocumentError } from '../document.ts';
import type { SpeechSegment, Transcriber } from './transcriber.ts';

const Output = z.looseObject({
  text: z.string(),
  chunks: z
    .array(z.looseObject({ text: z.string(), timestamp: z.array(z.number().nullable()) }))
    .optional(),
});

export class LocalTranscriber implements Transcriber {
  readonly model: string;
  readonly #folder: string;
  readonly #onSlowWork: () => void;
  #pipeline: Promise<AutomaticSpeechRecognitionPipeline> | null = null;

  /** `onSlowWork` is called before each transcription, which takes seconds. */
  constructor(folder: string, onSlowWork: () => void) {
    this.#folder = path.resolve(folder);
    this.model = path.basename(this.#folder);
    this.#onSlowWork = onSlowWork;
  }

  async transcribe(samples: Float32Array, signal: AbortSignal): Promise<readonly SpeechSegment[]> {
    signal.throwIfAborted();
    this.#onSlowWork();
    const pipeline = await this.#load();
    // Whisper hears 30 s at a time and can give times; other models take the whole sound and give text alone.
    const isWhisper = pipeline.model.config.model_type === 'whisper';
    const output: unknown = await pipeline(
      samples,
      isWhisper ? { return_timestamps: true, chunk_length_s: 30 } : {},
    );
    signal.throwIfAborted();
    return segmentsOf(output);
  }

  async #load(): Promise<AutomaticSpeechRecognitionPipeline> {
    this.#pipeline ??= loadPipeline(this.#folder);
    try {
      return await this.#pipeline;
    } catch (error) {
      this.#pipeline = null;
      throw new DocumentError(
        'needs-converter',
        `The speech model in ${this.model} cannot be loaded (${errorMessage(error)}). ` +
          'It must be a folder with config.json, tokenizer.json and an onnx folder, as transformers.js uses them.',
        { cause: error },
      );
    }
  }
}

async function loadPipeline(folder: string): Promise<AutomaticSpeechRecognitionPipeline> {
  if (!existsSync(path.join(folder, 'config.json'))) throw new Error('there is no config.json');
  const { env, pipeline } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = path.dirname(folder);
  return pipeline('automatic-speech-recognition', path.basename(folder), {
    local_files_only: true,
    device: 'cpu',
    dtype: existsSync(path.join(folder, 'onnx', quantisedFile(folder))) ? 'q8' : 'fp32',
    // More threads than free cores make ONNX many times slower, not faster.
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  });
}

/** Whisper has two parts, models of one part are called `model`. */
function quantisedFile(folder: string): string {
  const whisper = 'encoder_model_quantized.onnx';
  return existsSync(path.join(folder, 'onnx', whisper)) ? whisper : 'model_quantized.onnx';
}

function segmentsOf(output: unknown): SpeechSegment[] {
  const parsed = check(Output, output);
  if (!parsed.ok) {
    throw new DocumentError('needs-converter', `The speech model gave no text: ${parsed.problem}.`);
  }
  const { text, chunks } = parsed.value;
  if (chunks === undefined || chunks.length === 0) return [{ start: null, text: text.trim() }];
  return chunks.map((chunk) => ({ start: chunk.timestamp[0] ?? null, text: chunk.text.trim() }));
}
