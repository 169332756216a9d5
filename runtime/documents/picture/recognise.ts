// Which converter takes a file: the one that is surest of the bytes. The order of the list decides between equals, so
// specific formats stand before general ones.
import type { Converter, DocumentSource } from '../document.ts';
import { DocumentError } from '../document.ts';
import { fileSignature, firstBytes } from '../fileSignature.ts';

/** @throws DocumentError `empty` or `unknown-format` when no converter takes the bytes */
export function recognise(converters: readonly Converter[], source: DocumentSource): Converter {
  if (source.bytes.length === 0) {
    throw new DocumentError('empty', `${source.name} is empty: it has zero bytes.`);
  }
  let best: Converter | null = null;
  let bestScore = 0;
  for (const converter of converters) {
    const score = converter.recognise(source);
    if (score > bestScore) [best, bestScore] = [converter, score];
  }
  if (best === null) throw unknownFormat(source);
  return best;
}

function unknownFormat({ name, bytes }: DocumentSource): DocumentError {
  const signature = fileSignature(bytes);
  if (signature !== null) {
    const advice = signature.advice === null ? '' : ` ${signature.advice}`;
    return new DocumentError(
      'unknown-format',
      `${name} is ${signature.description}, which cannot be turned into text.${advice}`,
    );
  }
  return new DocumentError(
    'unknown-format',
    `${name} is binary data of no known format: ${bytes.length} bytes that begin with ${firstBytes(bytes)}. ` +
      `If you know its layout, read it in Python with open('${name}', 'rb').`,
  );
}
