import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { AgreementReport } from '../../../runtime/contract/agreement.ts';
import type { VerdictLevel } from '../../../runtime/contract/judge.ts';
import type { LabelGiven } from '../../../runtime/contract/label.ts';
import { labelGain } from '../../../runtime/labels/report/gain.ts';
import { trainingJudge } from '../../../runtime/labels/report/trainingJudge.ts';
import { readPopulation } from '../../../runtime/labels/readPopulation.ts';
import { readWorkspaceLabels } from '../../../runtime/labels/workspaceLabels.ts';
import { appendLines } from '../../../runtime/store/labels/appendLines.ts';
import { labelFileOf } from '../../../runtime/store/labels/labelFile.ts';
import { ann, ben, llmJudge, makeLabel, ruleJudge } from '../../fakes/labelRecords.ts';
import type { JudgedTrajectory } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const oldJudge = { ...llmJudge, version: '2' };

/** 80 answers: the judge and the rule agree on 60; on 20 the judge is kinder. */
const trajectories: readonly JudgedTrajectory[] = Array.from({ length: 80 }, (_, number) => {
  const rule: VerdictLevel = number % 2 === 0 ? 'Correct' : 'Wrong';
  const llm: VerdictLevel = number < 20 ? 'Partially Correct' : rule;
  return {
    id: `t-${number}`,
    task: `task-${number % 10}`,
    answer: `answer ${number}`,
    policyVersion: number % 3,
    verdicts: [
      { judge: llmJudge, level: llm },
      { judge: ruleJudge, level: rule },
    ],
  };
});

function labelOf(number: number, level: VerdictLevel, over: Partial<LabelGiven> = {}): LabelGiven {
  return makeLabel({
    id: `label-${number}`,
    question: `Question of task-${number % 10}`,
    referenceAnswer: '4',
    finalAnswer: `answer ${number}`,
    level,
    ...over,
  });
}

/** People say what the rule says. */
const ruleLevel = (number: number): VerdictLevel => (number % 2 === 0 ? 'Correct' : 'Wrong');

describe('the report on agreement', () => {
  const inFolder = temporaryFolder();
  let workspace: LabellingWorkspace;

  beforeEach(async () => {
    workspace = new LabellingWorkspace(inFolder());
    await workspace.write(trajectories);
  });
  afterEach(() => workspace.close());

  const label = (...labels: LabelGiven[]) => appendLines(labelFileOf(inFolder()), labels);
  const report = () => workspace.labelling.agreement(workspace.population, signal);
  const pair = ({ pairs }: AgreementReport, left: string, right: string) =>
    pairs.find((one) => one.left.key === left && one.right.key === right);

  it('compares each judge with people, judges with each other, and the baseline', async () => {
    await label(...trajectories.map((_, number) => labelOf(number, ruleLevel(number))));
    const found = await report();
    assert.doesNotThrow(() => AgreementReport.parse(found));
    assert.deepEqual([found.trajectories, found.items, found.labelledItems], [80, 80, 80]);
    assert.equal(pair(found, 'rule@1', 'people')?.kappa.value, 1);
    assert.equal(pair(found, 'llm-judge@3', 'people')?.same.value, 0.75);
    assert.equal(pair(found, 'llm-judge@3', 'rule@1')?.same.value, 0.75);
    assert.equal(pair(found, 'baseline', 'people')?.same.value, 0.5);
    assert.equal(pair(found, 'baseline', 'people')?.kappa.value, 0);
    const judge = found.judges.find((one) => one.judge.key === 'llm-judge@3');
    // Rows the judge, columns the people, in the order Wrong, Partially Correct, Correct.
    assert.deepEqual(judge?.counts, [
      [30, 0, 0],
      [10, 0, 10],
      [0, 0, 30],
    ]);
    assert.equal(judge.baseline?.same.value, 0.5);
  });

  it('weighs a stratum by its size, however unevenly it was labelled', async () => {
    // All 20 disagreements, and 10 of the 60 others.
    const chosen = [...Array(20).keys(), ...Array.from({ length: 10 }, (_, index) => 20 + index)];
    await label(
      ...chosen.map((number) =>
        labelOf(number, ruleLevel(number), {
          samplingProbability: number < 20 ? 1 : 10 / 60,
          stratum: number < 20 ? 'judge-rule' : 'random',
        }),
      ),
    );
    const same = pair(await report(), 'llm-judge@3', 'people')?.same;
    assert.ok(Math.abs((same?.value ?? 0) - 0.75) < 1e-9, String(same?.value));
  });

  it('does not depend on the order of labels, and says the same each time', async () => {
    const labels = trajectories.slice(0, 40).map((_, number) => labelOf(number, 'Correct'));
    await label(...labels);
    const first = await report();
    await writeFile(labelFileOf(inFolder()), '');
    await label(...labels.toReversed());
    assert.deepEqual(await report(), first);
  });

  it('counts first labels, and blind ones only', async () => {
    await label(labelOf(0, 'Correct'), labelOf(1, 'Wrong', { blind: false }));
    const found = await report();
    assert.equal(found.labelledItems, 1);
    assert.match(found.remarks.join('\n'), /1 label was given after verdicts had been seen/);
    assert.match(found.remarks.join('\n'), /at least 20 labelled items; there is 1\./);
  });

  it('leaves out what people differ on, and says how much', async () => {
    await label(
      labelOf(0, 'Correct'),
      labelOf(0, 'Wrong', { id: 'b', rater: ben }),
      labelOf(2, 'Correct'),
      labelOf(2, 'Correct', { id: 'c', rater: ben }),
    );
    const found = await report();
    assert.equal(found.labelledItems, 1);
    assert.match(found.remarks.join('\n'), /^1 labelled item is left out because people differ/m);
    const people = pair(found, `person:${ann}`, `person:${ben}`);
    assert.deepEqual([people?.n, people?.same.value], [2, 0.5]);
  });

  it('never pools labels of another rubric or verdicts of another version', async () => {
    const earlier = trajectories.slice(0, 30).map((one) => ({
      ...one,
      verdicts: [{ judge: oldJudge, level: 'Wrong' as const }, ...(one.verdicts ?? [])],
    }));
    await workspace.write([...earlier, ...trajectories.slice(30)]);
    const other = { rubric: { version: 1, hash: 'before' } };
    await label(
      ...Array.from({ length: 30 }, (_, number) => labelOf(number, ruleLevel(number))),
      ...Array.from({ length: 25 }, (_, number) =>
        labelOf(30 + number, 'Partially Correct', { ...other }),
      ),
    );
    const found = await report();
    assert.equal(found.labelledItems, 30);
    assert.deepEqual(
      found.drift.map(({ what, name, n }) => [what, name, n]),
      [
        ['rubric', 'rubric version 1, before it was edited', 25],
        ['judge', 'llm-judge v2', 30],
      ],
    );
    assert.equal(found.drift[1]?.same.value, 0.5);
    assert.ok(found.pairs.every(({ left }) => left.key !== 'llm-judge@2'));
    assert.match(found.remarks.join('\n'), /25 labels were given under another rubric/);
  });

  it('opens a cell of the matrix', async () => {
    await label(...trajectories.map((_, number) => labelOf(number, ruleLevel(number))));
    const cell = {
      judge: 'llm-judge@3',
      judged: 'Partially Correct',
      people: 'Wrong',
      rater: null,
    } as const;
    const found = await workspace.labelling.cell(workspace.population, cell, signal);
    assert.equal(found.judge, 'llm-judge v3');
    assert.equal(found.items.length, 10);
    const [first] = found.items;
    assert.deepEqual([first?.judged, first?.people], ['Partially Correct', 'Wrong']);
    assert.equal(first?.place.file, workspace.file());
    await assert.rejects(
      workspace.labelling.cell(workspace.population, { ...cell, judge: 'x@1' }, signal),
      /x@1 has judged none .* These have: llm-judge@3, rule@1/,
    );
  });

  it('says which rewards come from which judge, and what a person would change', async () => {
    await label(...trajectories.map((_, number) => labelOf(number, ruleLevel(number))));
    const { impact, bias, remarks } = await report();
    assert.match(remarks.join('\n'), /Rewards come from llm-judge v3/);
    assert.equal(impact?.judge.key, 'llm-judge@3');
    assert.equal(impact.passRate.judged, 30 / 80);
    assert.ok(Math.abs((impact.passRate.corrected.value ?? 0) - 0.5) < 1e-9);
    assert.ok(bias.length > 0);
  });

  it('tells what more labels buy', async () => {
    const request = workspace.population;
    const input = async () => ({
      population: await readPopulation(request, signal),
      ...(await readWorkspaceLabels(inFolder())),
    });
    await label(...trajectories.slice(0, 19).map((_, number) => labelOf(number, 'Correct')));
    assert.equal(labelGain(await input())?.halfWidth, null);
    await label(...trajectories.slice(19).map((_, at) => labelOf(at + 19, ruleLevel(at + 19))));
    const gain = labelGain(await input());
    assert.deepEqual([gain?.judge, gain?.n], ['llm-judge v3', 80]);
    const { halfWidth, halfWidthAfter } = gain ?? {};
    assert.ok((halfWidthAfter ?? 0) > 0 && (halfWidthAfter ?? 0) < (halfWidth ?? 0));
  });

  it('takes the judge whose scores the rewards have', async () => {
    await workspace.write(
      trajectories.map((one) => ({
        ...one,
        score: one.verdicts?.[1]?.level === 'Correct' ? 1 : 0,
      })),
    );
    const population = await readPopulation(workspace.population, signal);
    assert.equal(trainingJudge(population)?.key, 'rule@1');
  });
});
