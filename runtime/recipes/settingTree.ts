// Settings as a tree of plain objects: its leaves by path, and one tree laid over another. An array or null is a leaf.

export type SettingTree = Readonly<Record<string, unknown>>;

export function isTree(value: unknown): value is SettingTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every leaf with its path, such as `training.queue.groupSize`, in the order of the tree. */
export function leavesOf(
  tree: SettingTree,
  above = '',
): (readonly [path: string, value: unknown])[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const path = above === '' ? name : `${above}.${name}`;
    return isTree(value) ? leavesOf(value, path) : [[path, value] as const];
  });
}

/**
 * The tree with the values of `over` in the place of its own. Objects are laid over each other field by field; one of another
 * `kind` has other fields and takes the place of the whole.
 */
export function layOver(tree: SettingTree, over: SettingTree): SettingTree {
  const merged: Record<string, unknown> = { ...tree };
  for (const [name, value] of Object.entries(over)) {
    const before = merged[name];
    merged[name] =
      isTree(before) && isTree(value) && isSameKind(before, value) ? layOver(before, value) : value;
  }
  return merged;
}

function isSameKind(before: SettingTree, after: SettingTree): boolean {
  return after['kind'] === undefined || after['kind'] === before['kind'];
}

/** A tree with one value in it. */
export function treeWith(path: readonly string[], value: unknown): SettingTree {
  const [first = '', ...rest] = path;
  return { [first]: rest.length === 0 ? value : treeWith(rest, value) };
}

/** What lies at a path; undefined for nothing. */
export function valueAt(tree: unknown, path: readonly PropertyKey[]): unknown {
  let value = tree;
  for (const name of path) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isTree(value) ? value[String(name)] : undefined;
  }
  return value;
}
