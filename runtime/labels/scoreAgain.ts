// Scores stored trajectories again with people's labels in place of verdicts: appends a reward to each whose reward changes.
// Lines that are there stay, and a label that was taken back gives the judge's reward again.
import type { Reward } from '../contract/reward.ts';
import type { RewardAssigned } from '../contract/trajectory.ts';
import { appendLines } from '../store/labels/appendLines.ts';
import { readAnswers, type Answer } from '../store/labels/readAnswers.ts';
import { HumanError } from '../support/errors.ts';
import { isWriterAlive } from '../support/writerProcess.ts';
import { isFromLabels, withLabel } from './answerPart.ts';
import { itemHash } from './itemHash.ts';
import { labelVerdict } from './labelVerdict.ts';
import type { WorkspaceLabels } from './workspaceLabels.ts';

export interface ScoreAgainResult {
  /** With a reward. */
  readonly trajectories: number;
  /** Those that were given another reward. */
  readonly changed: number;
  /** Over trajectories with a total; null without any. */
  readonly meanBefore: number | null;
  readonly meanAfter: number | null;
}

type Labels = Pick<WorkspaceLabels, 'book' | 'rubric'>;

/**
 * Nothing is written before all files were read.
 * @throws HumanError when one of the trajectories is still being written
 */
export async function scoreAgain(
  files: readonly string[],
  labels: Labels,
  signal: AbortSignal,
): Promise<ScoreAgainResult> {
  const tally = new Tally();
  const changes = new Map<string, RewardAssigned[]>();
  for (const file of files) {
    const records: RewardAssigned[] = [];
    const onAnswer = (answer: Answer) => {
      refuseRunning(file, answer);
      const change = changeOf(answer, labels, tally);
      if (change !== null) records.push(change);
    };
    await readAnswers(file, { onAnswer, signal });
    changes.set(file, records);
  }
  for (const [file, records] of changes) await appendLines(file, records);
  return tally.result();
}

function refuseRunning(file: string, { started, ended }: Answer): void {
  if (ended !== null || !isWriterAlive(started.writer)) return;
  throw new HumanError(
    `${started.trajectoryId} in ${file} is still running. Score again when it has ended.`,
  );
}

function changeOf(answer: Answer, labels: Labels, tally: Tally): RewardAssigned | null {
  const before = answer.rewards.at(-1);
  if (before === undefined) return null;
  const after = rewardBy(answer, before, labels);
  const isChanged = JSON.stringify(after) !== JSON.stringify(before);
  tally.add(before, after, isChanged);
  if (!isChanged) return null;
  const { trajectoryId } = answer.started;
  return { version: 1, trajectoryId, kind: 'reward-assigned', reward: after };
}

function rewardBy({ started, ended, rewards }: Answer, before: Reward, labels: Labels): Reward {
  const judged = rewards.findLast((reward) => !isFromLabels(reward)) ?? before;
  const { question, referenceAnswer } = started.task;
  const finalAnswer = ended?.finalAnswer ?? null;
  if (finalAnswer === null || referenceAnswer === null) return before;
  const hash = itemHash({ question, referenceAnswer, finalAnswer });
  const label = labelVerdict(labels.book, hash, labels.rubric);
  return label === null ? judged : withLabel(judged, label);
}

class Tally {
  #trajectories = 0;
  #changed = 0;
  #totals = 0;
  #before = 0;
  #after = 0;

  add(before: Reward, after: Reward, isChanged: boolean): void {
    this.#trajectories += 1;
    if (isChanged) this.#changed += 1;
    if (before.total === null || after.total === null) return;
    this.#totals += 1;
    this.#before += before.total;
    this.#after += after.total;
  }

  result(): ScoreAgainResult {
    const meanOf = (sum: number) => (this.#totals === 0 ? null : sum / this.#totals);
    return {
      trajectories: this.#trajectories,
      changed: this.#changed,
      meanBefore: meanOf(this.#before),
      meanAfter: meanOf(this.#after),
    };
  }
}
