// The tokens that a tokenizer has beside those that text is cut into: ends of turns, starts of texts, placeholders. Their texts are no
// ordinary text to it, wherever they stand.
import * as z from 'zod';
import { parseJson, type Parsed } from '../../support/parseJson.ts';

export interface AddedToken {
  readonly id: number;
  readonly text: string;
  /** A mark that steers the model, not a word that is kept whole. */
  readonly isSpecial: boolean;
  /** White space beside it becomes part of it. */
  readonly takesSpace: boolean;
}

/** What is needed of a `tokenizer.json`, as the library `tokenizers` writes it. */
const TokenizerFile = z.looseObject({
  added_tokens: z.array(
    z.looseObject({
      id: z.int().nonnegative(),
      content: z.string().min(1),
      special: z.boolean().default(false),
      lstrip: z.boolean().default(false),
      rstrip: z.boolean().default(false),
    }),
  ),
});

/** @param text of a `tokenizer.json` */
export function parseAddedTokens(text: string): Parsed<readonly AddedToken[]> {
  const file = parseJson(TokenizerFile, text);
  if (!file.ok) return file;
  const tokens = file.value.added_tokens.map(({ id, content, special, lstrip, rstrip }) => ({
    id,
    text: content,
    isSpecial: special,
    takesSpace: lstrip || rstrip,
  }));
  return { ok: true, value: tokens };
}
