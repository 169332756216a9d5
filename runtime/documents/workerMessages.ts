// What the host and the document worker say to each other. One conversion is under way at a time.
import * as z from 'zod';
import type { DocumentProblem } from './document.ts';

/** Local engines that the worker may use; both are optional. */
export interface WorkerSettings {
  /** Reads text in pictures with the OCR engine that ships with the product. */
  readonly ocr: boolean;
  /** Folder of a speech recognition model in ONNX form; null turns transcription off. */
  readonly asrModel: string | null;
}

export type ToWorker =
  | {
      readonly kind: 'convert';
      readonly id: number;
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly member: string | null;
    }
  | { readonly kind: 'cancel'; readonly id: number };

const problems = [
  'empty',
  'password',
  'corrupt',
  'unknown-format',
  'too-large',
  'too-slow',
  'needs-converter',
  'no-member',
  'missing',
] as const satisfies readonly DocumentProblem[];

const Text = z.object({
  format: z.string(),
  text: z.string(),
  lost: z.array(z.string()),
  notes: z.array(z.string()),
});

export const FromWorker = z.discriminatedUnion('kind', [
  /** The conversion has begun work that is slow by nature, such as OCR; it gets the longer time limit. */
  z.object({ kind: z.literal('slow'), id: z.int() }),
  z.object({ kind: z.literal('done'), id: z.int(), text: Text }),
  z.object({
    kind: z.literal('refused'),
    id: z.int(),
    problem: z.enum(problems),
    message: z.string(),
    /** The error under a `corrupt` file, for the log. */
    cause: z.string().nullable(),
  }),
  z.object({ kind: z.literal('cancelled'), id: z.int() }),
  z.object({ kind: z.literal('broken'), id: z.int(), message: z.string() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
