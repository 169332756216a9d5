// What a mapping does not know of an object, by its path in the source, so that nothing is dropped without being said. Pure.

/**
 * The fields beside the known ones: `{ 'info.exit_status': 'submitted' }`. Null, empty texts, lists and objects say nothing and
 * are left out.
 * @param path of the object in the source; empty at the top
 */
export function leftOver(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: string,
): Record<string, unknown> {
  const names = new Set(known);
  const rest = Object.entries(value).filter(
    ([key, item]) => !names.has(key) && saysSomething(item),
  );
  return Object.fromEntries(rest.map(([key, item]) => [fieldPath(path, key), item]));
}

/** `info` and `exit_status` make `info.exit_status`. */
export function fieldPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

export function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
