// Puts the answers of trajectory files together by item while they are read, one trajectory at a time.
import type { Verdict, VerdictLevel } from '../contract/judge.ts';
import type { Reward } from '../contract/reward.ts';
import { rewardStatistics } from '../reward/groupAdvantage.ts';
import type { Answer } from '../store/labels/readAnswers.ts';
import { answerPartOf, isFromLabels } from './answerPart.ts';
import { itemHash } from './itemHash.ts';
import { JudgeTable } from './judgeTable.ts';
import type {
  AnswerItem,
  JudgedItem,
  Population,
  PopulationTrajectory,
  RecordPlace,
} from './population.ts';
import { stratumOf } from './strata.ts';
import { VerdictTally } from './verdictTally.ts';

interface Draft {
  item: AnswerItem & { multiplicity: number };
  readonly tally: VerdictTally;
  advantage: number;
  revealJudges: number;
  reveal: JudgedItem['reveal'];
}

export class PopulationBuilder {
  readonly #judges = new JudgeTable();
  readonly #drafts: Draft[] = [];
  readonly #index = new Map<string, number>();
  readonly #trajectories: PopulationTrajectory[] = [];
  /** Each text once, however many trajectories have it. */
  readonly #texts = new Map<string, string>();

  add(file: string, answer: Answer): void {
    const item = this.#item(file, answer);
    const levels = answer.verdicts.map((verdict) => this.#verdict(verdict, item));
    if (answer.started.parent !== undefined) return;
    const { task, policyVersion } = answer.started;
    const reward = judgedReward(answer.rewards);
    const part = reward === null ? undefined : answerPartOf(reward);
    this.#trajectories.push({
      item,
      taskId: this.#once(task.id),
      question: this.#once(task.question),
      group: this.#once(JSON.stringify([file, task.id])),
      policyVersion,
      reward: reward?.total ?? null,
      answerScore: part?.score ?? null,
      answerWeight: part?.weight ?? 1,
      verdicts: levels.filter((one) => one !== null),
    });
  }

  finish(files: readonly string[], problems: readonly string[]): Population {
    this.#noteAdvantages();
    return {
      items: this.#drafts.map(({ item }) => item),
      judged: this.#drafts.map((draft) => this.#judgedItem(draft)),
      index: this.#index,
      trajectories: this.#trajectories,
      judges: this.#judges,
      files,
      problems,
    };
  }

  /** Null without a final answer or a reference: there is nothing to compare. */
  #item(file: string, answer: Answer): number | null {
    const { started, ended } = answer;
    const { question, referenceAnswer } = started.task;
    const finalAnswer = ended?.finalAnswer ?? null;
    if (finalAnswer === null || referenceAnswer === null) return null;
    const hash = itemHash({ question, referenceAnswer, finalAnswer });
    const known = this.#index.get(hash);
    if (known !== undefined) {
      this.#repeat(known, file, answer);
      return known;
    }
    const index = this.#drafts.length;
    this.#index.set(hash, index);
    this.#drafts.push({
      item: {
        hash,
        taskId: this.#once(started.task.id),
        question: this.#once(question),
        referenceAnswer: this.#once(referenceAnswer),
        finalAnswer,
        files: started.task.files,
        model: this.#once(started.model),
        place: { file, trajectoryId: started.trajectoryId },
        steps: answer.steps,
        lastSteps: answer.lastSteps,
        multiplicity: 1,
      },
      tally: new VerdictTally(),
      advantage: 0,
      ...revealOf(file, answer),
    });
    return index;
  }

  #repeat(index: number, file: string, answer: Answer): void {
    const draft = this.#drafts[index];
    if (draft === undefined) return;
    draft.item.multiplicity += 1;
    if (answer.verdicts.length > draft.revealJudges) Object.assign(draft, revealOf(file, answer));
  }

  #verdict(
    verdict: Verdict,
    item: number | null,
  ): { readonly judge: number; readonly level: VerdictLevel } | null {
    // What people said when a run was scored again is a label, not a verdict.
    if (verdict.judge.kind === 'people') return null;
    const judge = this.#judges.add(verdict.judge);
    if (verdict.outcome === 'unscored') return null;
    const { level, repeats = [] } = verdict;
    if (item !== null) this.#drafts[item]?.tally.add(judge.index, level, repeats);
    return { judge: judge.index, level };
  }

  #noteAdvantages(): void {
    for (const members of groupsOf(this.#trajectories)) {
      const { advantages } = rewardStatistics(members.map(({ reward }) => reward));
      for (const [position, { item }] of members.entries()) {
        const draft = item === null ? undefined : this.#drafts[item];
        const size = Math.abs(advantages[position] ?? 0);
        if (draft !== undefined && size > draft.advantage) draft.advantage = size;
      }
    }
  }

  #judgedItem({ tally, advantage, reveal }: Draft): JudgedItem {
    const verdicts = tally.verdicts();
    const current = verdicts.flatMap((verdict) => {
      const judge = this.#judges.at(verdict.judge);
      return this.#judges.isCurrent(judge) ? [{ ...verdict, kind: judge.kind }] : [];
    });
    return { verdicts, reveal, stratum: stratumOf({ verdicts: current, advantage }) };
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

function revealOf(file: string, { verdicts, verdictPlaces }: Answer) {
  const places: readonly RecordPlace[] = verdictPlaces;
  return { revealJudges: verdicts.length, reveal: { file, places } };
}

/** What judges gave: rewards in which labels stand for a verdict came later and are passed over. */
function judgedReward(rewards: readonly Reward[]): Reward | null {
  return rewards.findLast((reward) => !isFromLabels(reward)) ?? null;
}

/** Trajectories of the same group, in the order of their first. */
export function groupsOf<Member extends Pick<PopulationTrajectory, 'group'>>(
  trajectories: readonly Member[],
): Member[][] {
  const groups = new Map<string, Member[]>();
  for (const trajectory of trajectories) {
    const members = groups.get(trajectory.group);
    if (members === undefined) groups.set(trajectory.group, [trajectory]);
    else members.push(trajectory);
  }
  return [...groups.values()];
}
