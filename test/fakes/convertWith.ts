// Runs one converter on bytes made by a test. Documents inside come back as `[name: content]`.
import type {
  Converter,
  ConvertContext,
  DocumentSource,
  DocumentText,
} from '../../runtime/documents/document.ts';
import { DocumentError } from '../../runtime/documents/document.ts';

export function sourceOf(name: string, content: Uint8Array | string): DocumentSource {
  const bytes =
    typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'utf8')) : content;
  return { name, bytes };
}

export const quotingContext: ConvertContext = {
  signal: new AbortController().signal,
  convertInner: ({ name, bytes }) =>
    Promise.resolve({
      format: 'text',
      text: `[${name}: ${Buffer.from(bytes).toString('utf8')}]`,
      lost: [],
    }),
};

export function convertWith(
  converter: Converter,
  name: string,
  content: Uint8Array | string,
  context = quotingContext,
): Promise<DocumentText> {
  return converter.convert(sourceOf(name, content), context);
}

/** For `assert.rejects` and `assert.throws`. */
export function isProblem(problem: string, message: RegExp) {
  return (error: unknown): boolean =>
    error instanceof DocumentError && error.problem === problem && message.test(error.message);
}
