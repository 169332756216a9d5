// What came of an import of trajectories, for a person: a sentence, and the list of what was left.
import type { ImportedTrajectories } from '../../runtime/contract/importing.ts';

/** For example `Imported 200 trajectories with 2454 steps from airline.json (tau-bench results). 1 part could not be used.` */
export function importedSentence(name: string, imported: ImportedTrajectories): string {
  const { trajectories, steps, format, problemCount } = imported;
  const what = `${counted(trajectories, 'trajectory', 'trajectories')} with ${counted(steps, 'step', 'steps')}`;
  const problems =
    problemCount === 0 ? '' : ` ${counted(problemCount, 'part', 'parts')} could not be used.`;
  return `Imported ${what} from ${name} (${format}).${problems}`;
}

/** Null when everything found its place as it was. */
export function leftText(name: string, imported: ImportedTrajectories): string | null {
  const { problems, problemCount, notes, noteCount, unmapped } = imported;
  const lists = [
    listed('Could not be used', problems.map(placed), problemCount),
    listed('Not as the format says, and how it was read', notes.map(placed), noteCount),
    listed(
      'No place in a trajectory; kept under "unmapped" in its first record',
      unmapped.map(({ path, count }) => `${path} (${count})`),
      unmapped.length,
    ),
  ].filter((list) => list !== '');
  if (lists.length === 0) return null;
  return [`What was left of ${name} (${imported.format})`, ...lists, ''].join('\n\n');
}

function listed(head: string, lines: readonly string[], count: number): string {
  if (count === 0) return '';
  const more = count > lines.length ? [`  and ${count - lines.length} more`] : [];
  return [`${head}:`, ...lines.map((line) => `  ${line}`), ...more].join('\n');
}

function placed({ where, message }: ImportedTrajectories['problems'][number]): string {
  return `${where}: ${message}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
