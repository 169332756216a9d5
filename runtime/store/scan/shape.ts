// Makes a checker of bytes out of a schema of the contract. What it accepts, the schema accepts; what it is unsure of, the
// full parser decides. So a schema that grows beyond what is known here costs speed and never correctness.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import {
  skipBoolean,
  skipCount,
  skipElements,
  skipMembers,
  skipNull,
  skipNumber,
  skipString,
  skipValue,
  skipWord,
  unsure,
  type Cursor,
  type Skip,
} from './jsonBytes.ts';
import { objectShape } from './objectShape.ts';
import { variantShape } from './variantShape.ts';

const quote = 0x22;
const longestChecked = 100_000;
const longestKept = 160;

/** What to mark on the way: slots by the path of the value, array places as `*`. */
export type Slots = Readonly<Record<string, number>>;

export function compileShape(schema: z.core.$ZodType, slots: Slots = {}, path = ''): Skip {
  const skip = compileDef(schema, slots, path);
  const slot = slots[path];
  if (slot === undefined) return skip;
  return (cursor, at) => {
    const after = skip(cursor, at);
    cursor.marks[2 * slot] = at;
    cursor.marks[2 * slot + 1] = after;
    return after;
  };
}

function compileDef(schema: z.core.$ZodType, slots: Slots, path: string): Skip {
  // The union of all schema classes is how Zod lets a schema be taken apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (child: z.core.$ZodType, key = '') =>
    compileShape(child, slots, key === '' ? path : joinPath(path, key));
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- kinds that are not known here are never certain
  switch (def.type) {
    case 'string':
      return isPlain(def) && !('format' in def) ? skipString : checkedString(schema, def);
    case 'number':
      return numberShape(def);
    case 'boolean':
      return skipBoolean;
    case 'unknown':
      return skipValue;
    case 'literal':
      return wordsShape(def.values);
    case 'enum':
      return wordsShape(Object.values(def.entries));
    case 'array':
      return checkedShape(schema, def, arrayShape(inner(def.element, '*')));
    case 'tuple':
      return checkedValue(schema, skipValue);
    case 'record':
      return isPlain(def) && isAnyString(def.keyType) ? recordShape(inner(def.valueType)) : never;
    case 'nullable':
      return nullableShape(compileDef(def.innerType, slots, path));
    case 'optional':
    case 'default':
      return compileDef(def.innerType, slots, path);
    case 'union':
      return 'discriminator' in def
        ? variantShape(def, (option) => compileDef(option, slots, path))
        : unionShape(def.options.map((option) => compileDef(option, {}, path)));
    case 'object':
      return checkedShape(schema, def, objectShape(def, inner));
    default:
      return never;
  }
}

function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

const never: Skip = () => unsure;

function isPlain(def: { readonly checks?: readonly unknown[] | undefined }): boolean {
  return def.checks === undefined || def.checks.length === 0;
}

/** A shape, and where more than the shape is asked for the full check of what has it. */
function checkedShape(
  schema: z.core.$ZodType,
  def: { readonly checks?: readonly unknown[] | undefined },
  skip: Skip,
): Skip {
  return isPlain(def) ? skip : checkedValue(schema, skip);
}

/** For small values, such as a range whose low end must not be above the high one. */
function checkedValue(schema: z.core.$ZodType, skip: Skip): Skip {
  return (cursor, at) => {
    const after = skip(cursor, at);
    if (after < 0 || after - at > longestChecked) return unsure;
    const value = parseJson(z.unknown(), cursor.bytes.toString('utf8', at, after));
    return value.ok && z.safeParse(schema, value.value).success ? after : unsure;
  };
}

function isAnyString(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'string' && isPlain(def) && !('format' in def);
}

/** A string of a certain form, for example an id or a text that is not empty. */
function checkedString(schema: z.core.$ZodType, def: z.core.$ZodStringDef): Skip {
  let accepted = Buffer.alloc(0);
  const pattern = 'format' in def && def.format === 'datetime' && 'pattern' in def && isPlain(def);
  const isGood = (text: string) =>
    pattern && def.pattern instanceof RegExp
      ? def.pattern.test(text)
      : z.safeParse(schema, text).success;
  return (cursor, at) => {
    // Neighbouring records mostly have the same id.
    const again = accepted.length === 0 ? unsure : skipWord(cursor, at, accepted);
    if (again >= 0) return again;
    const after = skipString(cursor, at);
    if (after < 0 || after - at > longestChecked) return unsure;
    if (!isGood(stringAt(cursor.bytes, at, after))) return unsure;
    if (after - at < longestKept) accepted = Buffer.from(cursor.bytes.subarray(at, after));
    return after;
  };
}

/** The value of a string of JSON that was stepped over, quotes included. */
export function stringAt(bytes: Buffer, from: number, to: number): string {
  const inside = bytes.toString('utf8', from + 1, to - 1);
  if (!inside.includes('\\')) return inside;
  const parsed = parseJson(z.string(), `"${inside}"`);
  return parsed.ok ? parsed.value : '';
}

function numberShape(def: z.core.$ZodNumberDef): Skip {
  const isWhole = 'format' in def && def.format === 'safeint';
  const bounds = (def.checks ?? []).map(boundOf);
  if (('format' in def && !isWhole) || bounds.includes(null)) return never;
  const skip = isWhole ? skipCount : skipNumber;
  // Whole numbers are read without a sign, so that being at least zero needs no further look.
  const checks = bounds.filter((bound) => bound !== null && !(isWhole && bound.least === 0));
  if (checks.length === 0) return skip;
  return (cursor, at) => {
    const after = skip(cursor, at);
    if (after < 0) return unsure;
    const value = numberAt(cursor.bytes, at, after);
    return checks.every((bound) => bound?.holds(value)) ? after : unsure;
  };
}

interface Bound {
  readonly holds: (value: number) => boolean;
  /** The smallest number that it allows, where it is a lower one. */
  readonly least: number | null;
}

/** Null for a check that is not known here. */
function boundOf(check: z.core.$ZodCheck): Bound | null {
  const { def } = check._zod;
  if (!('value' in def && 'inclusive' in def)) return null;
  const limit = Number(def.value);
  const inclusive = def.inclusive === true;
  switch (def.check) {
    case 'greater_than':
      return {
        holds: (value) => (inclusive ? value >= limit : value > limit),
        least: inclusive ? limit : null,
      };
    case 'less_than':
      return { holds: (value) => (inclusive ? value <= limit : value < limit), least: null };
    default:
      return null;
  }
}

/** The value of digits that were stepped over. */
export function numberAt(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || to - from > 15) {
      return Number(bytes.toString('latin1', from, to));
    }
    value = value * 10 + digit;
  }
  return value;
}

function wordsShape(values: readonly unknown[]): Skip {
  const words = values.map((value) => Buffer.from(JSON.stringify(value)));
  return (cursor, at) => {
    for (const word of words) {
      const after = skipWord(cursor, at, word);
      if (after >= 0 && (word[0] === quote || !goesOn(cursor, after))) return after;
    }
    return unsure;
  };
}

/** True inside a number or word, such as after the `1` of `10`. */
function goesOn({ bytes, end }: Cursor, at: number): boolean {
  const byte = at < end ? (bytes[at] ?? 0) : 0;
  return !(byte === 0x2c || byte === 0x5d || byte === 0x7d || byte === 0x20);
}

function arrayShape(element: Skip): Skip {
  return (cursor, at) => skipElements(cursor, at, element);
}

function recordShape(value: Skip): Skip {
  return (cursor, at) => skipMembers(cursor, at, value);
}

function nullableShape(inner: Skip): Skip {
  return (cursor, at) => (cursor.bytes[at] === 0x6e ? skipNull(cursor, at) : inner(cursor, at));
}

function unionShape(options: readonly Skip[]): Skip {
  return (cursor, at) => {
    for (const option of options) {
      const after = option(cursor, at);
      if (after >= 0) return after;
    }
    return unsure;
  };
}
