// Compares versions of programs: numbers with dots between.

/** Negative when `first` is older. What is missing counts as 0. */
export function compareVersions(first: string, second: string): number {
  const [ours, theirs] = [numbersOf(first), numbersOf(second)];
  for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
    const difference = (ours[at] ?? 0) - (theirs[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function isAtLeast(version: string, least: string): boolean {
  return compareVersions(version, least) >= 0;
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
