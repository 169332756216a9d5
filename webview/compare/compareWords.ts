// What the comparison says in words about a band: which steps stand beside each other, and what one side lacks.

/** `Step 3 and steps 2 to 4`, `Step 2 only`. */
export function bandWords(left: readonly number[], right: readonly number[]): string {
  const words = [left, right].filter(({ length }) => length > 0).map(stepsWords);
  const [first = '', second] = words;
  const told = second === undefined ? `${first} only` : `${first} and ${second}`;
  return told.charAt(0).toUpperCase() + told.slice(1);
}

function stepsWords(steps: readonly number[]): string {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return '';
  return first === last ? `step ${first}` : `steps ${first} to ${last}`;
}

/** `Trajectory 11 has no such step`, or which tool it never called when that is what the step was about. */
export function gapWords(
  name: string,
  calls: readonly string[],
  others: ReadonlySet<string>,
): string {
  const missed = [...new Set(calls)].filter((call) => !others.has(call));
  if (missed.length === 1 || missed.length === 2)
    return `${name} never called ${missed.join(' or ')}`;
  return `${name} has no such step`;
}
