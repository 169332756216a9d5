// JSON as Python programs write it: NaN and Infinity are no JSON, yet Python's own writer puts them into files. They become null
// here, and each is counted, so that a person can be told. Anything else that is wrong stays wrong.
import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { parseJson, type Parsed } from '../../../support/parseJson.ts';

export interface LooseValue {
  readonly value: unknown;
  /** What was not as written, in words; empty for plain JSON. */
  readonly repairs: readonly string[];
}

/** A string, passed over whole, or a word that Python writes for a number that is none. */
const stringOrWord = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/gs;

/** Reads UTF-8 bytes that should be one JSON value. */
export function parseLooseJson(bytes: Buffer): Parsed<LooseValue> {
  const text = bytes.toString('utf8');
  const repairs = isUtf8(bytes) ? [] : ['bytes that are not UTF-8 became replacement characters'];
  const parsed = parseJson(z.unknown(), text);
  if (parsed.ok) return { ok: true, value: { value: parsed.value, repairs } };
  const { plain, count } = withoutPythonNumbers(text);
  if (count === 0) return parsed;
  const again = parseJson(z.unknown(), plain);
  if (!again.ok) return parsed;
  const repair = `${String(count)} ${count === 1 ? 'number' : 'numbers'} NaN or Infinity became null`;
  return { ok: true, value: { value: again.value, repairs: [...repairs, repair] } };
}

function withoutPythonNumbers(text: string): { plain: string; count: number } {
  let count = 0;
  const plain = text.replace(stringOrWord, (found) => {
    if (found.startsWith('"')) return found;
    count += 1;
    return 'null';
  });
  return { plain, count };
}
