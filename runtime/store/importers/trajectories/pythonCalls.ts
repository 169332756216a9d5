// Calls of tools as the Python that would make them: how a trajectory shows what a model called that spoke JSON. Pure.

/** `search(query='a', limit=3)`. An argument whose name Python has no word for is passed in a `**` mapping. */
export function pythonCall(name: string, args: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(args);
  const named = entries.filter(([key]) => identifier.test(key));
  const others = entries.filter(([key]) => !identifier.test(key));
  const parts = named.map(([key, value]) => `${key}=${pythonLiteral(value)}`);
  if (others.length > 0) parts.push(`**${pythonLiteral(Object.fromEntries(others))}`);
  return `${name}(${parts.join(', ')})`;
}

const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Values nested deeper come as the text of their JSON. */
const deepest = 50;

/** A JSON value as Python writes it. */
export function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pythonText(value);
  if (typeof value === 'number') return pythonNumber(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return 'None';
  if (depth >= deepest) return "'...'";
  if (Array.isArray(value)) {
    return `[${value.map((item) => pythonLiteral(item, depth + 1)).join(', ')}]`;
  }
  const pairs = Object.entries(value).map(
    ([key, item]) => `${pythonText(key)}: ${pythonLiteral(item, depth + 1)}`,
  );
  return `{${pairs.join(', ')}}`;
}

function pythonNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : `float('${String(value)}')`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Single quotes, unless they would have to be escaped and double ones would not, as `repr` does. */
function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replace(/[\\\n\r\t]/g, (char) => escapes[char] ?? char)
    .replaceAll(quote, `\\${quote}`);
  return `${quote}${body}${quote}`;
}
