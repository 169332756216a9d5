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
  /** What the reader should know though nothing was lost, such as a misleading extension; one sentence each. */
  readonly notes?: readonly string[];
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
  /**
   * Takes out one document by its path inside the container; only archives and mails have this. `openMember` is called
   * with the longest path first, so `inner.zip/notes.txt` may be asked for before `inner.zip`.
   * @throws DocumentError `no-member` when there is none of that name, with the nearest names in the message
   */
  openMember?(source: DocumentSource, member: string, signal: AbortSignal): Promise<DocumentSource>;
}

/** A file on this machine, or a document inside it. */
export interface DocumentFile {
  /** Name as the agent knows it; it appears in messages. */
  readonly name: string;
  readonly hostPath: string;
  /** Path inside the container `hostPath`; null for the file itself. */
  readonly member: string | null;
}

/** Turns files into text. The implementation bounds time, memory and size. */
export interface DocumentReader {
  /** @throws DocumentError for a file that cannot be read, an AbortError when the signal fired */
  read(file: DocumentFile, signal: AbortSignal): Promise<DocumentText>;
}

/** Turns bytes that came from elsewhere, such as a download, into text. Bounds time, memory and size as well. */
export interface BytesConverter {
  /**
   * The bytes are handed over and must not be used afterwards.
   * @param source its `member` is the path of a document inside it; null for itself
   * @throws DocumentError for bytes that cannot be read, an AbortError when the signal fired
   */
  convert(
    source: {
      readonly name: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly member: string | null;
    },
    signal: AbortSignal,
  ): Promise<DocumentText>;
}

export type DocumentProblem =
  | 'empty'
  | 'password'
  | 'corrupt'
  | 'unknown-format'
  | 'too-large'
  | 'too-slow'
  | 'needs-converter'
  | 'no-member'
  | 'missing';

/** A file that cannot be read, with a message for the agent that says why and what else to try. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
