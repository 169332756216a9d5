// Reads what labelling needs of a trajectory file: of each trajectory its task, answer, verdicts and reward, and where its
// last steps lie. Steps themselves stay in the file, so that a file of any size can be read.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Verdict } from '../../contract/judge.ts';
import type { Reward } from '../../contract/reward.ts';
import type { TrajectoryEnded, TrajectoryStarted } from '../../contract/trajectory.ts';
import { allFormats } from '../formats/allFormats.ts';
import { openSource } from '../formats/openSource.ts';
import type { Place, RecordSource } from '../formats/recordSource.ts';
import { readFacts, type TrajectoryFacts } from '../viewing/rowReader.ts';
import { TrajectoryIndex } from '../viewing/trajectoryIndex.ts';

export interface StepPlace {
  readonly step: number;
  readonly place: Place;
}

export interface Answer {
  readonly started: TrajectoryStarted;
  /** Null for a trajectory that still runs, or was interrupted. */
  readonly ended: TrajectoryEnded | null;
  /** The last verdict of each judge in each version, the judge that spoke last at the end. */
  readonly verdicts: readonly Verdict[];
  /** Every reward that was assigned; the last counts. */
  readonly rewards: readonly Reward[];
  readonly steps: number;
  /** At most three, the last step first. */
  readonly lastSteps: readonly StepPlace[];
  readonly verdictPlaces: readonly Place[];
}

export interface AnswersOfFile {
  /** Called for each trajectory whose first record is there, in the order of the file. */
  readonly onAnswer: (answer: Answer) => void;
  readonly signal: AbortSignal;
}

const rowsAtOnce = 200;
const keptSteps = 3;

/**
 * Reads the whole file. Gives a sentence for each line that could not be read, at most a few.
 * @throws FailureError at boundary `store` when the file cannot be read
 */
export async function readAnswers(file: string, answers: AnswersOfFile): Promise<string[]> {
  const source = await openSource(allFormats, file);
  try {
    const index = new TrajectoryIndex();
    while (!source.progress.complete) {
      answers.signal.throwIfAborted();
      await source.advance(index);
      await nextTurn();
    }
    await giveAll(source, index, answers);
    return problemsOf(file, index);
  } finally {
    await source.close();
  }
}

async function giveAll(
  source: RecordSource,
  index: TrajectoryIndex,
  { onAnswer, signal }: AnswersOfFile,
): Promise<void> {
  for (let from = 0; from < index.trajectories; from += rowsAtOnce) {
    signal.throwIfAborted();
    const count = Math.min(rowsAtOnce, index.trajectories - from);
    const rows = Array.from({ length: count }, (_, offset) => from + offset);
    const facts = await readFacts(source, index, rows);
    for (const [offset, row] of rows.entries()) {
      const answer = answerOf(index, row, facts[offset]);
      if (answer !== null) onAnswer(answer);
    }
    await nextTurn();
  }
}

function answerOf(
  index: TrajectoryIndex,
  row: number,
  facts: TrajectoryFacts | undefined,
): Answer | null {
  if (facts === undefined || facts.started === null) return null;
  const { started, records } = facts;
  return {
    started,
    ended: records.findLast((record) => record.kind === 'trajectory-ended') ?? null,
    verdicts: lastVerdicts(records),
    rewards: records.flatMap((one) => (one.kind === 'reward-assigned' ? [one.reward] : [])),
    steps: index.steps(row),
    lastSteps: lastSteps(index, row),
    verdictPlaces: index.records
      .factRecords(row)
      .filter((record) => index.records.kind(record) === 'verdict-given')
      .map((record) => index.records.place(record)),
  };
}

/** A judge is its name and version: what another version said stays beside it. */
export function lastVerdicts(records: TrajectoryFacts['records']): Verdict[] {
  const last = new Map<string, Verdict>();
  for (const record of records) {
    if (record.kind !== 'verdict-given') continue;
    const { name, version } = record.verdict.judge;
    const key = JSON.stringify([name, version]);
    last.delete(key);
    last.set(key, record.verdict);
  }
  return [...last.values()];
}

function lastSteps({ records }: TrajectoryIndex, row: number): StepPlace[] {
  return [...records.stepRecords(row)]
    .slice(-keptSteps)
    .reverse()
    .map(([step, record]) => ({ step, place: records.place(record) }));
}

const mostProblems = 5;

function problemsOf(file: string, index: TrajectoryIndex): string[] {
  const shown = index.brokenLines.slice(0, mostProblems);
  const more = index.brokenCount - shown.length;
  return [
    ...shown.map(({ line, message }) => `${file}, line ${line}: ${message}`),
    ...(more > 0 ? [`${file} has ${more} more lines that cannot be read.`] : []),
  ];
}
