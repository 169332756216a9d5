// The shape of JSON data in a few lines, for files that are too long to be read whole: which keys there are, of which
// types, how many.

/** Merged shape of all values that stood at one place. */
interface Shape {
  count: number;
  readonly types: Map<string, number>;
  readonly keys: Map<string, Shape>;
  items: Shape | null;
  fewestItems: number;
  mostItems: number;
}

const maxKeys = 60;
const maxDepth = 6;
/** Items of one array that are looked at. */
const maxItems = 5_000;

/** Lines such as `- price: number`, indented by depth. */
export function jsonShape(values: readonly unknown[]): string {
  const shape = emptyShape();
  for (const value of values.slice(0, maxItems)) addValue(shape, value, 0);
  const lines: string[] = [];
  describe(shape, values.length === 1 ? 'The file' : 'Each record', 0, 1, lines);
  return lines.join('\n');
}

function emptyShape(): Shape {
  return {
    count: 0,
    types: new Map(),
    keys: new Map(),
    items: null,
    fewestItems: Infinity,
    mostItems: 0,
  };
}

function addValue(shape: Shape, value: unknown, depth: number): void {
  const type = typeOf(value);
  shape.count += 1;
  shape.types.set(type, (shape.types.get(type) ?? 0) + 1);
  if (depth >= maxDepth || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) addItems(shape, value, depth);
  else addKeys(shape, value, depth);
}

function addItems(shape: Shape, values: readonly unknown[], depth: number): void {
  shape.fewestItems = Math.min(shape.fewestItems, values.length);
  shape.mostItems = Math.max(shape.mostItems, values.length);
  shape.items ??= emptyShape();
  for (const value of values.slice(0, maxItems)) addValue(shape.items, value, depth + 1);
}

function addKeys(shape: Shape, value: object, depth: number): void {
  for (const [key, inner] of Object.entries(value)) {
    const known = shape.keys.get(key) ?? emptyShape();
    shape.keys.set(key, known);
    addValue(known, inner, depth + 1);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function describe(
  shape: Shape,
  name: string,
  depth: number,
  expected: number,
  lines: string[],
): void {
  const types = [...shape.types].map(([type, count]) => typeName(shape, type, count));
  const presence = shape.count < expected ? ` (in ${shape.count} of ${expected})` : '';
  lines.push(`${'  '.repeat(depth)}- ${name}: ${types.join(' or ')}${presence}`);
  const objects = shape.types.get('object') ?? 0;
  for (const [key, inner] of [...shape.keys].slice(0, maxKeys))
    describe(inner, key, depth + 1, objects, lines);
  if (shape.keys.size > maxKeys) {
    lines.push(`${'  '.repeat(depth + 1)}- (and ${shape.keys.size - maxKeys} more keys)`);
  }
  const { items } = shape;
  if (items !== null && items.count > 0)
    describe(items, 'each item', depth + 1, items.count, lines);
}

function typeName(shape: Shape, type: string, count: number): string {
  const times = shape.types.size > 1 ? ` (${count})` : '';
  if (type !== 'array') return `${type}${times}`;
  const { fewestItems, mostItems } = shape;
  const items = fewestItems === mostItems ? `${mostItems}` : `${fewestItems} to ${mostItems}`;
  return `array of ${items} ${mostItems === 1 ? 'item' : 'items'}${times}`;
}
