// One conversion inside the worker: recognises the bytes, goes into containers, and keeps nested documents within bounds.
// Time and memory are bounded from outside by the thread that runs this.
import type { ConvertContext, Converter, DocumentSource, DocumentText } from './document.ts';
import { DocumentError } from './document.ts';
import { misleadingNameNote } from './extension.ts';
import { recognise } from './picture/recognise.ts';

/** How deep documents may lie in documents, such as an attachment of a mail in an archive. */
const maxDepth = 4;
/** Bytes of all nested documents of one file together. */
const maxInnerBytes = 200_000_000;

interface Nesting {
  readonly converters: readonly Converter[];
  readonly signal: AbortSignal;
  readonly budget: { innerBytes: number };
  readonly depth: number;
}

export interface ConversionInput {
  readonly source: DocumentSource;
  /** Path of the document inside the container; null for the file itself. */
  readonly member: string | null;
}

/** @throws DocumentError for files that cannot be read */
export async function convertDocument(
  converters: readonly Converter[],
  input: ConversionInput,
  signal: AbortSignal,
): Promise<DocumentText> {
  const nesting: Nesting = {
    converters,
    signal,
    budget: { innerBytes: maxInnerBytes },
    depth: 0,
  };
  const source =
    input.member === null ? input.source : await openPath(nesting, input.source, input.member);
  return convertNested(nesting, source);
}

async function convertNested(nesting: Nesting, source: DocumentSource): Promise<DocumentText> {
  nesting.signal.throwIfAborted();
  const converter = recognise(nesting.converters, source);
  const context: ConvertContext = {
    signal: nesting.signal,
    convertInner: (inner) => convertInner(nesting, inner),
  };
  const text = await asDocumentError(converter, source, () => converter.convert(source, context));
  const note = misleadingNameNote(source.name, text.format);
  return note === null ? text : { ...text, notes: [note, ...(text.notes ?? [])] };
}

async function convertInner(nesting: Nesting, inner: DocumentSource): Promise<DocumentText> {
  const depth = nesting.depth + 1;
  if (depth > maxDepth) {
    throw new DocumentError(
      'too-large',
      `${inner.name} lies more than ${maxDepth} documents deep and is not opened.`,
    );
  }
  spend(nesting, inner);
  return convertNested({ ...nesting, depth }, inner);
}

function spend({ budget }: Nesting, inner: DocumentSource): void {
  budget.innerBytes -= inner.bytes.length;
  if (budget.innerBytes < 0) {
    throw new DocumentError(
      'too-large',
      `The documents inside this file come to more than ${maxInnerBytes / 1e6} MB; ${inner.name} is not opened.`,
    );
  }
}

/** Follows `inner.zip/notes.txt`: the longest path is tried first, so that member names with slashes are found. */
async function openPath(
  nesting: Nesting,
  container: DocumentSource,
  path: string,
): Promise<DocumentSource> {
  const converter = recognise(nesting.converters, container);
  if (converter.openMember === undefined) {
    throw new DocumentError(
      'no-member',
      `${container.name} is ${converter.format} and holds no other documents, so ${container.name}/${path} does not exist.`,
    );
  }
  const parts = path.split('/');
  let longestFailed: DocumentError | null = null;
  for (let count = parts.length; count > 0; count -= 1) {
    try {
      const member = parts.slice(0, count).join('/');
      const opened = await converter.openMember(container, member, nesting.signal);
      spend(nesting, opened);
      const rest = parts.slice(count).join('/');
      return rest === '' ? opened : await openPath(nesting, opened, rest);
    } catch (error) {
      if (!(error instanceof DocumentError) || error.problem !== 'no-member') throw error;
      longestFailed ??= error;
    }
  }
  throw (
    longestFailed ??
    new DocumentError('no-member', `${container.name} holds no document "${path}".`)
  );
}

/** A converter that stumbles over a file has met a damaged one; the cause is kept for the log. */
async function asDocumentError(
  converter: Converter,
  source: DocumentSource,
  convert: () => Promise<DocumentText>,
): Promise<DocumentText> {
  try {
    return await convert();
  } catch (error) {
    if (error instanceof DocumentError || (error instanceof Error && error.name === 'AbortError')) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(
      'corrupt',
      `${source.name} looks like ${converter.format} but cannot be read; it may be damaged (${reason}).`,
      { cause: error },
    );
  }
}
