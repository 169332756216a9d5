// One text for one value, whatever the order in which its keys were written, so that equal values have equal hashes.
import { createHash } from 'node:crypto';

/**
 * JSON with sorted keys and no spaces (RFC 8785, the JSON Canonicalization Scheme): keys by UTF-16 code units, numbers and strings as
 * ECMAScript writes them. Keys whose value is undefined are left out, as JSON does.
 *
 * @throws TypeError for what JSON has no word for: NaN, infinities, lone surrogates
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one: unknown) => canonicalJson(one)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => `${canonicalJson(key)}:${canonicalJson(inner)}`);
    return `{${entries.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`${value} has no canonical JSON`);
  }
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) {
    throw new TypeError('Text with half a character has no canonical JSON');
  }
  return JSON.stringify(value);
}

/** SHA-256 of the canonical JSON, 64 hexadecimal digits. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}
