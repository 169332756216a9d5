// Names that a person or a model may have meant, nearest first.

/** The names nearest to a wrong one, at most `count`; equal file names in other folders come before similar spellings. */
export function nearestNames(wanted: string, names: readonly string[], count: number): string[] {
  return names
    .map((name, index) => ({ name, index, distance: distanceBetween(wanted, name) }))
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, count)
    .map(({ name }) => name);
}

function distanceBetween(wanted: string, name: string): number {
  const [a, b] = [wanted.toLowerCase(), name.toLowerCase()];
  if (a === b) return 0;
  const [baseA, baseB] = [baseName(a), baseName(b)];
  if (baseA === baseB) return 0.5;
  if (stem(baseA) === stem(baseB)) return 0.75;
  return 1 + Math.min(editDistance(a, b), editDistance(baseA, baseB));
}

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const stem = (name: string): string => name.replace(/\.[^.]*$/, '');

/** Insertions, deletions and substitutions that turn one text into the other; long texts are compared by their start. */
export function editDistance(first: string, second: string): number {
  const [a, b] = [first.slice(0, 100), second.slice(0, 100)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
