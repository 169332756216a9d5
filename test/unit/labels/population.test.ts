import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import type { JudgeIdentity } from '../../../runtime/contract/judge.ts';
import { PopulationCache, readPopulation } from '../../../runtime/labels/readPopulation.ts';
import { llmJudge, ruleJudge, type JudgedTrajectory } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { makeStarted, makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const versionTwo: JudgeIdentity = { ...llmJudge, version: '2' };

describe('the answers of trajectory files', () => {
  const inFolder = temporaryFolder();
  let workspace: LabellingWorkspace;
  beforeEach(() => {
    workspace = new LabellingWorkspace(inFolder());
  });

  const read = (files: string[] = []) => readPopulation({ workspace: inFolder(), files }, signal);

  async function stratumOf(...trajectories: JudgedTrajectory[]) {
    await workspace.write(trajectories);
    return (await read()).judged[0]?.stratum;
  }

  it('need an answer and a reference, and count each answer once', async () => {
    await workspace.write([
      { id: 'a', answer: 'x' },
      { id: 'b', answer: 'x' },
      { id: 'c', answer: 'X' },
      { id: 'd', answer: null },
      { id: 'e', answer: 'x', task: 'other' },
    ]);
    await workspace.append([
      makeStarted({ trajectoryId: 'running', task: makeTask({ referenceAnswer: '4' }) }),
    ]);
    const { items, trajectories, problems } = await read();
    assert.deepEqual(
      items.map(({ finalAnswer, multiplicity }) => [finalAnswer, multiplicity]),
      [
        ['x', 2],
        ['X', 1],
        ['x', 1],
      ],
    );
    assert.equal(trajectories.length, 6);
    assert.deepEqual(problems, []);
  });

  it('take the last verdict of each version, and the version that spoke last', async () => {
    await workspace.write([
      {
        id: 'a',
        answer: 'x',
        verdicts: [
          { judge: versionTwo, level: 'Wrong' },
          { judge: llmJudge, level: 'Wrong' },
          { judge: llmJudge, level: 'Correct' },
        ],
      },
    ]);
    const { judges, judged } = await read();
    assert.deepEqual(
      judges.all.map((judge) => [judge.key, judges.isCurrent(judge)]),
      [
        ['llm-judge@2', false],
        ['llm-judge@3', true],
      ],
    );
    assert.deepEqual(
      judged[0]?.verdicts.map(({ level }) => level),
      ['Wrong', 'Correct'],
    );
    // An earlier version that said something else is no disagreement.
    assert.equal(judged[0].stratum, 'random');
  });

  it('read files that were written last at the end, whatever their names', async () => {
    const newest = await workspace.write(
      [{ id: 'a', answer: 'x', verdicts: [{ judge: llmJudge, level: 'Correct' }] }],
      'a-rejudged',
    );
    const older = await workspace.write(
      [{ id: 'b', answer: 'x', verdicts: [{ judge: versionTwo, level: 'Correct' }] }],
      'b',
    );
    await utimes(older, 1_700_000_000, 1_700_000_000);
    const { judges, files } = await read();
    assert.deepEqual(files, [older, newest]);
    assert.deepEqual(
      judges.all.filter((judge) => judges.isCurrent(judge)).map(({ key }) => key),
      ['llm-judge@3'],
    );
    assert.deepEqual((await read([newest, older, newest])).files, [older, newest]);
  });

  it('are unstable where a judge gave one answer different levels', async () => {
    const repeats = [{ variant: 'swapped', level: 'Wrong' } as const];
    const asked = { judge: llmJudge, level: 'Correct', repeats } as const;
    assert.equal(await stratumOf({ id: 'a', answer: 'x', verdicts: [asked] }), 'unstable');
    const once = (id: string, level: 'Correct' | 'Wrong') => ({
      id,
      answer: 'x',
      score: 1,
      verdicts: [{ judge: llmJudge, level }],
    });
    assert.equal(await stratumOf(once('a', 'Wrong'), once('b', 'Correct')), 'unstable');
    assert.equal((await read()).judged[0]?.verdicts[0]?.level, 'Correct');
    await workspace.write([once('a', 'Wrong'), once('b', 'Wrong'), once('c', 'Correct')]);
    assert.equal((await read()).judged[0]?.verdicts[0]?.level, 'Wrong');
  });

  it('matter most where an advantage is large', async () => {
    const verdicts = [
      { judge: llmJudge, level: 'Correct' },
      { judge: ruleJudge, level: 'Wrong' },
    ] as const;
    const others = Array.from({ length: 7 }, (_, number) => ({
      id: `other-${number}`,
      answer: `other ${number}`,
      score: 0,
    }));
    assert.equal(
      await stratumOf({ id: 'a', answer: 'x', score: 1, verdicts }, ...others),
      'advantage',
    );
    assert.equal(await stratumOf({ id: 'a', answer: 'x', score: 1, verdicts }), 'judge-rule');
  });

  it('are remembered until a file changes', async () => {
    const file = await workspace.write([{ id: 'a', answer: 'x' }]);
    const cache = new PopulationCache();
    const request = { workspace: inFolder(), files: [file] };
    const first = await cache.of(request, signal);
    assert.equal(await cache.of(request, signal), first);
    await workspace.write([
      { id: 'a', answer: 'x' },
      { id: 'b', answer: 'yy' },
    ]);
    assert.equal((await cache.of(request, signal)).items.length, 2);
  });

  it('can be stopped, and say which named file is missing', async () => {
    await workspace.write([{ id: 'a', answer: 'x' }]);
    await assert.rejects(
      readPopulation({ workspace: inFolder(), files: [] }, AbortSignal.abort()),
      { name: 'AbortError' },
    );
    await assert.rejects(read([inFolder('gone.trajectories.jsonl')]), /There is no file/);
  });
});
