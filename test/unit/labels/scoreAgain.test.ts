import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { readFile } from 'node:fs/promises';
import { labelledJudge } from '../../../runtime/labels/labelledJudge.ts';
import { readWorkspaceLabels } from '../../../runtime/labels/workspaceLabels.ts';
import type { Judge } from '../../../runtime/judge/judge.ts';
import { appendLines } from '../../../runtime/store/labels/appendLines.ts';
import { labelFileOf } from '../../../runtime/store/labels/labelFile.ts';
import { TrajectoryReader } from '../../../runtime/store/trajectoryReader.ts';
import { ann, ben, llmJudge, makeLabel } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { makeStarted, makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();

describe('scoring again', () => {
  const inFolder = temporaryFolder();
  let workspace: LabellingWorkspace;
  const question = 'Question of task-1';
  const labelled = { question, referenceAnswer: '4', finalAnswer: 'four' };

  beforeEach(async () => {
    workspace = new LabellingWorkspace(inFolder());
    const verdicts = [{ judge: llmJudge, level: 'Wrong' }] as const;
    await workspace.write([
      { id: 'labelled', answer: 'four', verdicts },
      { id: 'other', answer: 'five', verdicts },
      { id: 'unrewarded', answer: 'four', verdicts, score: null },
    ]);
  });
  afterEach(() => workspace.close());

  const label = (over: Parameters<typeof makeLabel>[0] = {}) =>
    appendLines(labelFileOf(inFolder()), [makeLabel({ ...labelled, ...over })]);
  const again = () => workspace.labelling.scoreAgain(workspace.population, signal);

  async function rewardOf(id: string) {
    const reader = await TrajectoryReader.open(workspace.file());
    return (await reader.load(id)).trajectory.reward;
  }

  it('puts the label into the answer part, says where it comes from, and keeps the rest', async () => {
    await label();
    const result = await again();
    assert.deepEqual([result.trajectories, result.changed], [2, 1]);
    assert.ok(Math.abs((result.meanBefore ?? 0) - 0.6) < 1e-12);
    assert.ok(Math.abs((result.meanAfter ?? 0) - 1.1) < 1e-12);
    const reward = await rewardOf('labelled');
    assert.deepEqual(reward?.parts[0], {
      name: 'answer',
      score: 1,
      weight: 1,
      reason: `Correct: labelled by ${ann}, rubric version 1`,
      source: 'labels',
    });
    assert.ok(Math.abs((reward.total ?? 0) - 1.6) < 1e-12);
    assert.deepEqual(reward.parts.slice(1), (await rewardOf('other'))?.parts.slice(1));
  });

  it('appends only, and nothing the second time', async () => {
    await label();
    const before = await readFile(workspace.file(), 'utf8');
    await again();
    const after = await readFile(workspace.file(), 'utf8');
    assert.ok(after.startsWith(before));
    assert.equal(after.slice(before.length).split('\n').length, 2);
    assert.equal((await again()).changed, 0);
    assert.equal(await readFile(workspace.file(), 'utf8'), after);
  });

  it('gives the reward of the judge back when the label was withdrawn', async () => {
    await label();
    await again();
    const { itemHash, version, at, rater } = makeLabel(labelled);
    const head = { version, at, rater, itemHash, id: 'w' };
    const record = { ...head, kind: 'label-withdrawn', labelId: 'label-1' };
    await appendLines(labelFileOf(inFolder()), [record]);
    assert.equal((await again()).changed, 1);
    assert.equal((await rewardOf('labelled'))?.parts[0]?.reason, 'as the judge said');
  });

  it('leaves an answer to the judge where people differ', async () => {
    await label();
    await label({ id: 'label-2', rater: ben, level: 'Wrong' });
    assert.equal((await again()).changed, 0);
  });

  it('refuses while a trajectory is being written, and writes nothing then', async () => {
    await label();
    const task = makeTask({ question, referenceAnswer: '4' });
    const writer = { pid: process.pid, host: hostname() };
    await workspace.append([makeStarted({ trajectoryId: 'running', task, writer })]);
    const before = await readFile(workspace.file(), 'utf8');
    await assert.rejects(again(), /running .* is still running\. Score again when it has ended/);
    assert.equal(await readFile(workspace.file(), 'utf8'), before);
  });

  it('does not let rewards by labels change what the judge is said to have given', async () => {
    await label();
    await again();
    const report = await workspace.labelling.agreement(workspace.population, signal);
    assert.ok(Math.abs((report.impact?.meanReward.judged ?? 0) - 0.6) < 1e-12);
  });

  it('has a judge that knows labels and asks on for other answers', async () => {
    await label({ level: 'Partially Correct' });
    const asked: string[] = [];
    const behind: Judge = {
      identity: llmJudge,
      judge({ finalAnswer }) {
        asked.push(finalAnswer);
        return Promise.resolve({ outcome: 'unscored', judge: llmJudge, cause: 'none' });
      },
    };
    const judge = labelledJudge(behind, await readWorkspaceLabels(inFolder()));
    const known = await judge.judge(labelled, signal);
    assert.deepEqual(
      [known.outcome, known.outcome === 'scored' && known.score, known.judge.kind],
      ['scored', 0.5, 'people'],
    );
    await judge.judge({ ...labelled, finalAnswer: 'five' }, signal);
    assert.deepEqual(asked, ['five']);
  });

  it('changes nothing without labels', async () => {
    const expected = { trajectories: 2, changed: 0, meanBefore: 0.6, meanAfter: 0.6 };
    assert.deepEqual(await again(), expected);
  });
});
