import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { VerdictLevel } from '../../../runtime/contract/judge.ts';
import { drawQueue } from '../../../runtime/labels/draw.ts';
import { JudgeTable } from '../../../runtime/labels/judgeTable.ts';
import { LabelBook } from '../../../runtime/labels/labelBook.ts';
import type { AnswerItem, JudgedItem, Population } from '../../../runtime/labels/population.ts';
import { labelledItems, rowsAgainstPeople } from '../../../runtime/labels/report/labelledItems.ts';
import { defaultRubric } from '../../../runtime/labels/rubric.ts';
import { llmJudge, makeLabel } from '../../fakes/labelRecords.ts';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';

const levels: readonly VerdictLevel[] = ['Wrong', 'Partially Correct', 'Correct'];

/** 2,000 answers, a tenth of them in dispute; the judge is right on 40 % of those and on 95 % of the others. */
function simulate(seed: number) {
  const random = seededRandom(seed);
  const judges = new JudgeTable();
  const { index: judge } = judges.add(llmJudge);
  const items: AnswerItem[] = [];
  const judged: JudgedItem[] = [];
  const people: VerdictLevel[] = [];
  for (let number = 0; number < 2000; number += 1) {
    const isDisputed = random() < 0.1;
    const level = levels[Math.floor(random() * 3)] ?? 'Wrong';
    const other = levels[(levels.indexOf(level) + 1) % 3] ?? 'Wrong';
    const multiplicity = 1 + Math.floor(random() * 4);
    const hash = createHash('sha256').update(`${seed} ${number}`).digest('hex');
    const item = { hash, multiplicity, finalAnswer: String(number) } as AnswerItem;
    items.push(item);
    judged.push({
      verdicts: [{ judge, level, isUnstable: false, repeats: [] }],
      stratum: isDisputed ? 'judge-rule' : 'random',
      reveal: { file: '', places: [] },
    });
    people.push(random() < (isDisputed ? 0.4 : 0.95) ? level : other);
  }
  const index = new Map(items.map(({ hash }, at) => [hash, at]));
  const population: Population = {
    items,
    judged,
    index,
    judges,
    trajectories: [],
    files: [],
    problems: [],
  };
  return { population, people, judge };
}

/** The share of trajectories on which judge and people agree: in truth, and as labels up to a place in the queue say. */
function shares(seed: number, stopAt: number): { truth: number; weighted: number; plain: number } {
  const { population, people, judge } = simulate(seed);
  const strata = population.items.map(({ hash }, at) => ({
    hash,
    stratum: population.judged[at]?.stratum ?? 'random',
  }));
  const book = new LabelBook();
  for (const [at, drawn] of drawQueue(strata, 300).queue.slice(0, stopAt).entries()) {
    const place = population.index.get(drawn.hash) ?? 0;
    book.add({
      ...makeLabel({ id: `l-${at}`, level: people[place] ?? 'Wrong' }),
      itemHash: drawn.hash,
      samplingProbability: drawn.samplingProbability,
      stratum: drawn.stratum,
    });
  }
  const { items } = labelledItems(population, book, defaultRubric);
  const rows = rowsAgainstPeople(population, items, judge);
  const shareOf = (weightOf: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + (row.left === row.right ? weightOf(row) : 0), 0) /
    rows.reduce((sum, row) => sum + weightOf(row), 0);
  let [same, all] = [0, 0];
  for (const [at, { multiplicity }] of population.items.entries()) {
    all += multiplicity;
    if (people[at] === population.judged[at]?.verdicts[0]?.level) same += multiplicity;
  }
  return { truth: same / all, weighted: shareOf(({ weight }) => weight), plain: shareOf(() => 1) };
}

describe('figures from a queue that prefers disputes', () => {
  for (const stopAt of [60, 300]) {
    it(`are right on average when a person stops after ${stopAt} items`, () => {
      const runs = Array.from({ length: 60 }, (_, seed) => shares(seed + 1, stopAt));
      const mean = (of: (run: (typeof runs)[number]) => number) =>
        runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
      const error = mean(({ weighted, truth }) => weighted - truth);
      const biased = mean(({ plain, truth }) => plain - truth);
      // One run of 60 labels is off by about 0.04, so 60 runs by 0.005.
      assert.ok(Math.abs(error) < 0.02, `off by ${error}`);
      assert.ok(Math.abs(biased) > 0.2, `counted plainly they are off by ${biased}`);
    });
  }
});
