// The checker of an object: which keys it has, which of them must be there, what each holds. Keys mostly come in the order
// of the schema, because our writer writes them so, and that order is tried first.
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

interface Key {
  /** With its quotes and its colon, as writers without spaces write it. */
  readonly bytes: Buffer;
  readonly value: Skip;
}

/** Which keys were seen is kept in one number. */
const mostKeys = 30;
const longestName = 64;

export function objectShape(
  def: z.core.$ZodObjectDef,
  compile: (schema: z.core.$ZodType, key: string) => Skip,
): Skip {
  const entries = Object.entries(def.shape);
  if (entries.length > mostKeys || !allowsOthers(def)) return () => unsure;
  const names = entries.map(([name]) => name);
  if (names.some((name) => !/^[A-Za-z]\w*$/.test(name))) return () => unsure;
  const keys = entries.map(([name, schema]) => ({
    bytes: Buffer.from(`"${name}":`),
    value: compile(schema, name),
  }));
  const required = entries.reduce(
    (bits, [, schema], index) => (isRequired(schema) ? bits | (1 << index) : bits),
    0,
  );
  const others = new ObjectKeys(keys, names);
  return (cursor, at) => others.skip(cursor, at, required);
}

/** True when keys that the schema does not know are kept or dropped, rather than looked at. */
function allowsOthers({ catchall }: z.core.$ZodObjectDef): boolean {
  return catchall === undefined || catchall._zod.def.type === 'unknown';
}

function isRequired(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === undefined;
}

class ObjectKeys {
  readonly #keys: readonly Key[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(keys: readonly Key[], names: readonly string[]) {
    this.#keys = keys;
    this.#places = new Map(names.map((name, index) => [name, index]));
  }

  skip(cursor: Cursor, at: number, required: number): number {
    const { bytes, end } = cursor;
    if (bytes[at] !== 0x7b) return unsure;
    let seen = 0;
    let expected = 0;
    let next = skipSpace(cursor, at + 1);
    if (next < end && bytes[next] === 0x7d) return required === 0 ? next + 1 : unsure;
    for (;;) {
      const likely = this.#keys[expected];
      let index = expected;
      let value = likely === undefined ? unsure : skipWord(cursor, next, likely.bytes);
      if (value < 0) {
        const colon = skipKey(cursor, next);
        if (colon < 0) return unsure;
        index = this.#find(cursor, next, colon);
        value = colon + 1;
      }
      if (bytes[value] === 0x20) value = skipSpace(cursor, value);
      if (index < 0) {
        next = skipValue(cursor, value);
      } else {
        // A key that is there twice means its last value, which the full parser sorts out.
        if ((seen & (1 << index)) !== 0) return unsure;
        seen |= 1 << index;
        expected = index + 1;
        next = this.#keys[index]?.value(cursor, value) ?? unsure;
      }
      if (next < 0) return unsure;
      if (bytes[next] !== 0x2c) next = skipSpace(cursor, next);
      if (next >= end) return unsure;
      if (bytes[next] === 0x7d) return (seen & required) === required ? next + 1 : unsure;
      if (bytes[next] !== 0x2c) return unsure;
      next += 1;
      if (bytes[next] !== 0x22) next = skipSpace(cursor, next);
    }
  }

  /** The position of a key, -1 for one that the schema does not have. */
  #find({ bytes }: Cursor, at: number, colon: number): number {
    const name = bytes.toString('latin1', at + 1, Math.min(colon, at + longestName));
    return this.#places.get(name.replace(/"[ \t\r]*$/, '')) ?? -1;
  }
}
