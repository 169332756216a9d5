// Everything of a trajectory but the steps themselves: its records, its outline, its neighbours, its branches, and what could
// not be read of it.
import type { StepRow } from '../../contract/stepRow.ts';
import type { TrajectoryHead } from '../../contract/viewing.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { isInterrupted, readFacts, rewardOf, type TrajectoryFacts } from './rowReader.ts';
import type { StepRows } from './stepRows.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

const mostProblems = 20;

export interface HeadParts {
  readonly source: RecordSource;
  readonly index: TrajectoryIndex;
  readonly stepRows: StepRows;
}

/** Null when the first record of the trajectory is missing: without its task nothing can be shown. */
export async function readHead(parts: HeadParts, row: number): Promise<TrajectoryHead | null> {
  const { source, index, stepRows } = parts;
  const [facts] = await readFacts(source, index, [row]);
  if (facts === undefined || facts.started === null) return null;
  const rows = await stepRows.of(row);
  return {
    started: facts.started,
    ended: facts.records.findLast((record) => record.kind === 'trajectory-ended') ?? null,
    verdicts: facts.records.flatMap((record) =>
      record.kind === 'verdict-given' ? [record.verdict] : [],
    ),
    reward: rewardOf(facts),
    rows,
    position: row + 1,
    previousId: row === 0 ? null : index.id(row - 1),
    nextId: row + 1 < index.trajectories ? index.id(row + 1) : null,
    branches: await readBranches(source, index, index.id(row)),
    problems: [
      ...interruptionOf(facts),
      ...problemsOf(facts, rows, index.records.repeatedSteps(row)),
    ],
  };
}

async function readBranches(
  source: RecordSource,
  index: TrajectoryIndex,
  id: string,
): Promise<TrajectoryHead['branches']> {
  const facts = await readFacts(source, index, index.branchesOf(id));
  return facts.flatMap(({ started }) =>
    started?.parent === undefined ? [] : [{ id: started.trajectoryId, parent: started.parent }],
  );
}

/** A trajectory without an end runs, or nobody writes it any more. */
function interruptionOf(facts: TrajectoryFacts): string[] {
  if (!isInterrupted(facts)) return [];
  return ['It has no end: it was interrupted, or it is being written on another machine.'];
}

function problemsOf(
  { records }: TrajectoryFacts,
  rows: readonly StepRow[],
  repeated: ReadonlyMap<number, number>,
): string[] {
  const starts = records.filter((record) => record.kind === 'trajectory-started').length;
  const problems = starts > 1 ? [`It is started ${starts} times; the first start counts.`] : [];
  for (const [step, times] of repeated) {
    problems.push(`Step ${step} is there ${times} times; the first counts.`);
  }
  problems.push(...gaps(rows));
  const more = problems.length - mostProblems;
  return more > 0
    ? [...problems.slice(0, mostProblems), `There are ${more} more of these.`]
    : problems;
}

function gaps(rows: readonly StepRow[]): string[] {
  let expected = 1;
  const found: string[] = [];
  for (const { index } of rows) {
    if (index === expected + 1) found.push(`Step ${expected} is missing.`);
    else if (index > expected) found.push(`Steps ${expected} to ${index - 1} are missing.`);
    expected = index + 1;
  }
  return found;
}
