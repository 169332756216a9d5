// Python values on the host. Python sends JSON in which values without a JSON form carry a tag, `{"$": kind, "v": ...}`
// (kernel/wire.py); tools and judges read plain values, by these rules:
//   tuple, set           -> array (a set in sorted order where its items have one)
//   int past 2^53        -> its digits as a string        float nan, inf -> "nan", "inf", "-inf"
//   decimal, fraction    -> "3.10", "1/3"                 complex        -> "1+2j"
//   date, time, datetime -> ISO 8601                      timedelta      -> seconds
//   bytes                -> their text where they are UTF-8, else base64
//   dict                 -> object; keys that are not strings become their text
//   anything else        -> its repr
// Arrays of numpy become lists and frames of pandas become lists of records before they leave Python.

/** The plain value of tagged JSON. */
export function decodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeValue);
  if (!isObject(value)) return value;
  if ('$' in value) return decodeTag(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decodeValue(item)]));
}

function decodeTag(tagged: Record<string, unknown>): unknown {
  const { $: kind, v } = tagged;
  switch (kind) {
    case 'int':
      return decodeInteger(String(v));
    case 'tuple':
    case 'set':
      return decodeValue(v);
    case 'bytes':
      return decodeBytes(String(v));
    case 'dict':
      return decodePairs(v);
    default:
      // float, decimal, fraction, complex, dates, times and repr are readable as they come.
      return v;
  }
}

/** Python writes hexadecimal with its sign in front, which BigInt does not read. */
function decodeInteger(text: string): string {
  return text.startsWith('-') ? `-${BigInt(text.slice(1))}` : BigInt(text).toString();
}

function decodeBytes(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : base64;
}

function decodePairs(pairs: unknown): unknown {
  if (!Array.isArray(pairs)) return pairs;
  return Object.fromEntries(
    pairs.map((pair: unknown) => {
      const [key, item] = Array.isArray(pair) ? (pair as unknown[]) : [];
      return [keyText(decodeValue(key)), decodeValue(item)];
    }),
  );
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  if (key === null || key === undefined) return 'None';
  if (typeof key === 'boolean') return key ? 'True' : 'False';
  return Array.isArray(key) ? `(${key.map(keyText).join(', ')})` : JSON.stringify(key);
}

/** Tagged JSON of a value that a tool gives back. Functions and symbols become null. */
export function encodeValue(value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : { $: 'float', v: pythonFloat(value) };
    case 'bigint':
      return {
        $: 'int',
        v: value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`,
      };
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return encodeObject(value);
    case 'undefined':
    case 'function':
    case 'symbol':
      return null;
  }
}

function encodeObject(value: object | null): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(encodeValue);
  if (value instanceof Uint8Array) return { $: 'bytes', v: Buffer.from(value).toString('base64') };
  if (value instanceof Date) return { $: 'datetime', v: value.toISOString() };
  if (value instanceof Set) return { $: 'set', v: [...value].map(encodeValue) };
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const plain = entries.every(([key]) => typeof key === 'string' && key !== '$');
  const pairs = entries.map(([key, item]) => [encodeValue(key), encodeValue(item)]);
  return plain ? Object.fromEntries(pairs) : { $: 'dict', v: pairs };
}

function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
