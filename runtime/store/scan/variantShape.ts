// The checker of a value that comes in variants told apart by one key, such as the `kind` of a record.
import type * as z from 'zod';
import {
  skipKey,
  skipSpace,
  skipValue,
  skipWord,
  unsure,
  type Cursor,
  type Skip,
} from './jsonBytes.ts';

interface Variant {
  /** The value that tells it, with its quotes. */
  readonly word: Buffer;
  readonly skip: Skip;
}

export function variantShape(
  def: z.core.$ZodUnionDef,
  compile: (option: z.core.$ZodType) => Skip,
): Skip {
  const name = 'discriminator' in def ? String(def.discriminator) : '';
  const key = Buffer.from(`"${name}"`);
  const variants = def.options.flatMap((option): Variant[] =>
    wordsOf(option, name).map((word) => ({ word, skip: compile(option) })),
  );
  return (cursor, at) => {
    const value = findValue(cursor, at, key);
    if (value < 0) return unsure;
    const variant = variants.find(({ word }) => skipWord(cursor, value, word) >= 0);
    return variant === undefined ? unsure : variant.skip(cursor, at);
  };
}

/** The words of a variant's key; none for a variant that is not told by plain words. */
function wordsOf(option: z.core.$ZodType, name: string): Buffer[] {
  const values = option._zod.propValues?.[name] ?? [];
  return [...values]
    .filter((value) => typeof value === 'string')
    .map((value) => Buffer.from(JSON.stringify(value)));
}

/** The place of the value of a key of an object. */
function findValue(cursor: Cursor, at: number, key: Buffer): number {
  const { bytes } = cursor;
  if (bytes[at] !== 0x7b) return unsure;
  let next = skipSpace(cursor, at + 1);
  for (;;) {
    const colon = skipKey(cursor, next);
    if (colon < 0) return unsure;
    const value = skipSpace(cursor, colon + 1);
    if (skipWord(cursor, next, key) >= 0) return value;
    next = skipSpace(cursor, skipValue(cursor, value));
    if (next < 0 || bytes[next] !== 0x2c) return unsure;
    next = skipSpace(cursor, next + 1);
  }
}
