// The tokenizer library under types of our own: its declarations name files without their endings, which the resolution of this
// project does not follow.
import * as library from '@huggingface/tokenizers';

export interface WordPieces {
  /** Token numbers of a text, marks of beginning and end among them. */
  encode(text: string): { readonly ids: readonly number[] };
}

interface Library {
  readonly Tokenizer: new (file: object, config: object) => WordPieces;
}

/** @param file the parsed content of a `tokenizer.json`. @throws when it describes no tokenizer */
export function openWordPieces(file: object): WordPieces {
  const { Tokenizer } = library as unknown as Library;
  return new Tokenizer(file, {});
}
