// Flat attributes whose keys spell a path, such as `gen_ai.prompt.0.role`, put together again. Pure.

/** The value below `prefix`; null when no key begins with it. Keys that are numbers make lists. */
export function nestedValue(
  attributes: Readonly<Record<string, unknown>>,
  prefix: string,
): unknown {
  const root = new Map<string, Node>();
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith(`${prefix}.`)) insert(root, key.slice(prefix.length + 1).split('.'), value);
  }
  return root.size === 0 ? null : plain(root);
}

type Node = Map<string, Node> | { readonly value: unknown };

function insert(
  node: Map<string, Node>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    node.set(key, { value });
    return;
  }
  const below = node.get(key);
  const next = below instanceof Map ? below : new Map<string, Node>();
  node.set(key, next);
  insert(next, rest, value);
}

function plain(node: Node): unknown {
  if (!(node instanceof Map)) return node.value;
  const entries = [...node].map(([key, below]) => [key, plain(below)] as const);
  if (!entries.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(entries);
  return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value);
}
