// An option that may be written several times.

export function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}
