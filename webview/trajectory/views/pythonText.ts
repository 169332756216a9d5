// Values of a tool's arguments as Python writes them. They are kept as JSON; what has no JSON form carries a `$` tag with
// the kind and something readable.

/** `name(first='a', second=2)`. What is None is left out: that is what tools take when nothing is given. */
export function callText(name: string, args: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(args).filter(([, value]) => value !== null);
  return `${name}(${given.map(([key, value]) => `${key}=${pythonText(value)}`).join(', ')})`;
}

export function pythonText(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // JSON has nothing else.
  if (typeof value !== 'object') return typeof value;
  const tag = Object.getOwnPropertyDescriptor(value, '$');
  if (tag !== undefined) return taggedText(value);
  const items = Object.entries(value).map(([key, item]) => `${quoted(key)}: ${pythonText(item)}`);
  return `{${items.join(', ')}}`;
}

function taggedText(value: object): string {
  const content: unknown = 'v' in value ? value.v : null;
  return typeof content === 'string' ? content : pythonText(content);
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return escaped.includes('"') && !escaped.includes("'")
    ? `'${escaped}'`
    : `"${escaped.replaceAll('"', '\\"')}"`;
}
