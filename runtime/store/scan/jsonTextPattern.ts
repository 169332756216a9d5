// A pattern over the bytes of JSON, each taken for one character, that finds every place where a string may hold a text,
// ignoring case. It may find too much, because it does not know strings from keys; it never misses one.

/** Null for texts that cannot be told from their bytes; every record has to be read for those. */
export function jsonTextPattern(text: string): RegExp | null {
  const lower = text.toLowerCase();
  // The lower case of İ is two characters, which a pattern of one after the other would not find. Half of a surrogate pair
  // has no bytes of its own.
  if (lower === '' || lower.includes('\u0307') || /\p{Surrogate}/u.test(lower)) return null;
  return new RegExp(Array.from(lower, characterPattern).join(''));
}

const escape = '\\\\u[0-9a-fA-F]{4}';
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\\\"',
  '\\': '\\\\\\\\',
  '/': '\\\\/',
  '\b': '\\\\b',
  '\f': '\\\\f',
  '\n': '\\\\n',
  '\r': '\\\\r',
  '\t': '\\\\t',
};

/** A character as its bytes in each case, or escaped. */
function characterPattern(character: string): string {
  const forms = [character, ...(upperForms().get(character) ?? [])];
  const escaped = character.length === 2 ? escape + escape : escape;
  const short = shortEscapes[character];
  const all = [...forms.map(bytesPattern), escaped, ...(short === undefined ? [] : [short])];
  return `(?:${all.join('|')})`;
}

function bytesPattern(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}

const highestCased = 0x1ffff;
const kept: { forms: ReadonlyMap<string, readonly string[]> | null } = { forms: null };

/** For each character, those whose lower case has it in it. Made once, when first needed. */
function upperForms(): ReadonlyMap<string, readonly string[]> {
  if (kept.forms !== null) return kept.forms;
  const forms = new Map<string, string[]>([['ς', ['Σ']]]);
  for (let code = 0; code <= highestCased; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const lower = character.toLowerCase();
    if (lower === character) continue;
    for (const part of lower) forms.set(part, [...(forms.get(part) ?? []), character]);
  }
  kept.forms = forms;
  return forms;
}
