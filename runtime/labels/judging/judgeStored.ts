// Judges the answers of trajectory files: reads what is there, asks the judge about what it has not graded yet, and appends each
// verdict to the trajectories that gave the answer as soon as it is there.
import path from 'node:path';
import type { Verdict } from '../../contract/judge.ts';
import type { TrajectoryRecord } from '../../contract/trajectory.ts';
import { judgeBatch, type BatchItem, type BatchOutcome } from '../../judge/batch/judgeBatch.ts';
import type { Judge } from '../../judge/judge.ts';
import { itemHash } from '../itemHash.ts';
import { readAnswers, type Answer } from '../../store/labels/readAnswers.ts';
import { TrajectoryStore } from '../../store/trajectoryStore.ts';
import type { VerdictCache } from '../../store/verdictCache.ts';
import type { OnProgress } from '../../support/progress.ts';
import { isWriterAlive } from '../../support/writerProcess.ts';

/** A final answer in a file, which can be graded because its task has a reference answer. */
export interface StoredAnswer extends BatchItem {
  readonly file: string;
  readonly trajectoryId: string;
  /** The last verdict of each judge in each version. */
  readonly verdicts: readonly Verdict[];
}

/** A trajectory whose process still writes it. */
export interface LiveTrajectory {
  readonly file: string;
  readonly trajectoryId: string;
  readonly pid: number | null;
}

export interface StoredAnswers {
  /** Those of files that nobody writes. */
  readonly answers: readonly StoredAnswer[];
  /** The first of each file that is being written: two writers of one trajectory would tell its story in the wrong order. */
  readonly live: readonly LiveTrajectory[];
  /** Trajectories without a final answer, or whose task has no reference answer. */
  readonly ungradable: number;
  /** Sentences about lines that could not be read. */
  readonly problems: readonly string[];
}

/** @throws FailureError at boundary `store` when a file cannot be read, or the abort reason */
export async function readStoredAnswers(
  files: readonly string[],
  signal: AbortSignal,
): Promise<StoredAnswers> {
  const read = [];
  for (const file of new Set(files.map((name) => path.resolve(name)))) {
    read.push(await readStoredFile(file, signal));
  }
  const still = read.filter(({ live }) => live === null);
  return {
    answers: still.flatMap(({ answers }) => answers),
    live: read.flatMap(({ live }) => (live === null ? [] : [live])),
    ungradable: still.reduce((sum, { ungradable }) => sum + ungradable, 0),
    problems: read.flatMap(({ problems }) => problems),
  };
}

async function readStoredFile(file: string, signal: AbortSignal) {
  const answers: StoredAnswer[] = [];
  let ungradable = 0;
  let live: LiveTrajectory | null = null;
  const onAnswer = (answer: Answer): void => {
    live ??= liveTrajectory(file, answer);
    const stored = storedAnswer(file, answer);
    if (stored === null) ungradable += 1;
    else answers.push(stored);
  };
  const problems = await readAnswers(file, { onAnswer, signal });
  return { answers, ungradable, problems, live: live as LiveTrajectory | null };
}

function liveTrajectory(file: string, { started, ended }: Answer): LiveTrajectory | null {
  const { trajectoryId, writer } = started;
  if (ended !== null || !isWriterAlive(writer)) return null;
  return { file, trajectoryId, pid: writer?.pid ?? null };
}

function storedAnswer(file: string, { started, ended, verdicts }: Answer): StoredAnswer | null {
  const { question, referenceAnswer } = started.task;
  const finalAnswer = ended?.stopReason === 'final-answer' ? ended.finalAnswer : null;
  if (finalAnswer === null || referenceAnswer === null) return null;
  const input = { question, referenceAnswer, finalAnswer };
  const { trajectoryId } = started;
  return { file, trajectoryId, verdicts, input, itemHash: itemHash(input) };
}

export interface JudgingOptions {
  readonly judge: Judge;
  /** How often the judge is asked for each answer. */
  readonly asks: number;
  /** Ask also for answers that it has graded already. */
  readonly again: boolean;
  /** Null where asking costs nothing. */
  readonly cache: VerdictCache | null;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface JudgingOutcome extends BatchOutcome {
  /** Trajectories that had its verdict already. */
  readonly skipped: number;
  /** Verdicts that were appended. */
  readonly appended: number;
  /** Of this judge on all answers, old ones and new ones, one for each trajectory that has one. */
  readonly verdicts: readonly Verdict[];
}

/** @throws FailureError at boundary `store` when a file cannot be written, or the abort reason */
export async function judgeStored(
  answers: readonly StoredAnswer[],
  options: JudgingOptions,
): Promise<JudgingOutcome> {
  const stores = new VerdictStores();
  const known = answers.map((answer) => (options.again ? null : gradedBefore(answer, options)));
  const open = answers.filter((_, index) => known[index] === null);
  const byItem = groupByItem(open);
  const verdicts: Verdict[] = known.filter((verdict) => verdict !== null);
  let appended = 0;
  const onVerdict = async (item: BatchItem, verdict: Verdict): Promise<void> => {
    for (const answer of byItem.get(item.itemHash) ?? []) {
      verdicts.push(verdict);
      if (saidBefore(answer, verdict)) continue;
      await stores.append(answer, verdict);
      appended += 1;
    }
  };
  try {
    const outcome = await judgeBatch(open, { ...options, known: cacheFor(options), onVerdict });
    return { ...outcome, skipped: answers.length - open.length, appended, verdicts };
  } finally {
    await stores.close();
  }
}

function groupByItem(
  answers: readonly StoredAnswer[],
): ReadonlyMap<string, readonly StoredAnswer[]> {
  const groups = new Map<string, StoredAnswer[]>();
  for (const answer of answers) {
    const group = groups.get(answer.itemHash);
    if (group === undefined) groups.set(answer.itemHash, [answer]);
    else group.push(answer);
  }
  return groups;
}

/** The scored verdict of this very judge, asked often enough; null when it must be asked. */
function gradedBefore({ verdicts }: StoredAnswer, { judge, asks }: JudgingOptions): Verdict | null {
  const own = verdicts.find((verdict) => isBy(verdict, judge));
  if (own?.outcome !== 'scored') return null;
  return (own.repeats?.length ?? 0) >= asks - 1 ? own : null;
}

/** True for a failure that the file tells of already. */
function saidBefore({ verdicts }: StoredAnswer, verdict: Verdict): boolean {
  if (verdict.outcome === 'scored') return false;
  const own = verdicts.find((one) => isBy(one, { identity: verdict.judge }));
  return own?.outcome === 'unscored' && own.cause === verdict.cause;
}

function isBy(verdict: Verdict, { identity }: Pick<Judge, 'identity'>): boolean {
  return verdict.judge.name === identity.name && verdict.judge.version === identity.version;
}

/** Asking again looks nothing up and still keeps what comes. */
function cacheFor({ cache, again }: JudgingOptions) {
  if (cache === null || !again) return cache;
  return { get: () => null, put: cache.put.bind(cache) };
}

/** The files that verdicts are appended to, opened when the first one comes. */
class VerdictStores {
  readonly #stores = new Map<string, Promise<TrajectoryStore>>();

  async append({ file, trajectoryId }: StoredAnswer, verdict: Verdict): Promise<void> {
    const opening = this.#stores.get(file) ?? TrajectoryStore.open(file);
    this.#stores.set(file, opening);
    const record: TrajectoryRecord = { version: 1, trajectoryId, kind: 'verdict-given', verdict };
    await (await opening).append(record);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#stores.values());
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
  }
}
