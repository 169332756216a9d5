// Reads what a list shows of trajectories: numbers from the index, texts from the file.
import type { Reward } from '../../contract/reward.ts';
import type { TrajectoryRecord, TrajectoryStarted } from '../../contract/trajectory.ts';
import type { TrajectoryRow } from '../../contract/viewing.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { clipLine } from './clipText.ts';
import { isWriterAlive } from '../../support/writerProcess.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

/** A cell of a list shows less than this. */
const cellCharacters = 500;

/** Everything of a trajectory but its steps, as far as the file has it. */
export interface TrajectoryFacts {
  readonly started: TrajectoryStarted | null;
  readonly records: readonly TrajectoryRecord[];
}

/** The facts of each row, in the order asked for. */
export async function readFacts(
  source: RecordSource,
  index: TrajectoryIndex,
  rows: readonly number[],
): Promise<TrajectoryFacts[]> {
  const records = rows.map((row) => index.records.factRecords(row));
  const places = records.flat().map((record) => index.records.place(record));
  const bytes = await source.readBytes(places);
  let next = 0;
  return records.map((own) => {
    const parsed = bytes.slice(next, next + own.length).map((line) => source.parse(line));
    next += own.length;
    return factsOf(parsed.filter((record) => record !== null));
  });
}

function factsOf(records: readonly TrajectoryRecord[]): TrajectoryFacts {
  const started = records.find((record) => record.kind === 'trajectory-started') ?? null;
  return { started, records };
}

export async function readRows(
  source: RecordSource,
  index: TrajectoryIndex,
  rows: readonly number[],
): Promise<TrajectoryRow[]> {
  const facts = await readFacts(source, index, rows);
  return rows.map((row, position) => trajectoryRow(index, row, facts[position]));
}

export function trajectoryRow(
  index: TrajectoryIndex,
  row: number,
  facts: TrajectoryFacts = { started: null, records: [] },
): TrajectoryRow {
  const { started } = facts;
  const tokens = index.tokens(row);
  const answer = finalAnswerOf(facts);
  return {
    kind: 'trajectory',
    id: index.id(row),
    line: index.line(row),
    taskId: index.taskId(row),
    question: clipLine(started?.task.question ?? '', cellCharacters),
    model: started?.model ?? null,
    startedAt: started?.startedAt ?? null,
    steps: index.steps(row),
    stopReason: index.stopReason(row),
    interrupted: isInterrupted(facts),
    finalAnswer: answer === null ? null : clipLine(answer, cellCharacters),
    verdicts: index.verdicts.of(row),
    judgesDisagree: index.verdicts.disagree(row),
    reward: rewardOf(facts),
    tokens: Number.isNaN(tokens) ? null : tokens,
    milliseconds: index.milliseconds(row),
  };
}

function finalAnswerOf({ records }: TrajectoryFacts): string | null {
  return records.findLast((record) => record.kind === 'trajectory-ended')?.finalAnswer ?? null;
}

/** True when nobody can write the end of a trajectory any more. */
export function isInterrupted({ started, records }: TrajectoryFacts): boolean {
  const hasEnd = records.some((record) => record.kind === 'trajectory-ended');
  return !hasEnd && !isWriterAlive(started?.writer);
}

export function rewardOf({ records }: TrajectoryFacts): Reward | null {
  return records.findLast((record) => record.kind === 'reward-assigned')?.reward ?? null;
}
