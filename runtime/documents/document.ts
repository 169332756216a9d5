// A file as text: what every converter of this folder takes and gives.

/** Bytes plus what is known of them. Converters never open paths of their own. */
export interface DocumentSource {
  /** Name as the person sees it; the extension is a hint, never a proof. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface DocumentText {
  /** What the file turned out to be, for example `xlsx`. */
  readonly format: string;
  /** Markdown. */
  readonly text: string;
  /** What the conversion could not carry over, one sentence each; empty when nothing was lost. */
  readonly lost: readonly string[];
}

export interface ConvertContext {
  readonly signal: AbortSignal;
  /** Converts a document inside this one, such as an attachment or a member of an archive. */
  readonly convertInner: (source: DocumentSource) => Promise<DocumentText>;
}

/** One file format. `convert` throws DocumentError for files that it cannot read. */
export interface Converter {
  readonly format: string;
  /** How sure the converter is that the bytes are its format: 0 not at all, 1 by magic bytes. */
  recognise(source: DocumentSource): number;
  convert(source: DocumentSource, context: ConvertContext): Promise<DocumentText>;
}

export type DocumentProblem =
  | 'empty'
  | 'password'
  | 'corrupt'
  | 'unknown-format'
  | 'too-large'
  | 'too-slow'
  | 'needs-converter';

/** A file that cannot be read, with a message for the agent that says why and what else to try. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
