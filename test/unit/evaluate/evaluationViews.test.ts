import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Evaluation, EvaluationResult } from '../../../runtime/contract/evaluation.ts';
import { evaluationRequests } from '../../../runtime/contract/evaluationRequests.ts';
import { evaluationFolder, resultsFile } from '../../../runtime/evaluate/evaluationFiles.ts';
import {
  comparedEvaluations,
  evaluationDetail,
  listEvaluations,
} from '../../../runtime/evaluate/evaluationViews.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { makeEvaluation, makeProtocol, makeResult } from '../../fakes/evaluations.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const never = new AbortController().signal;

describe('evaluations of a workspace', () => {
  const folder = temporaryFolder();
  let workspace: string;
  let count = 0;
  beforeEach(() => {
    count += 1;
    workspace = path.join(folder(), `w${count}`);
  });

  async function write(
    name: string,
    changes: Partial<Evaluation>,
    results: readonly EvaluationResult[],
  ): Promise<void> {
    const evaluation = makeEvaluation(['a', 'b']);
    const to = evaluationFolder(workspace, name);
    await mkdir(to, { recursive: true });
    const whole = { ...evaluation, name, ...changes };
    await writeFile(path.join(to, 'evaluation.json'), JSON.stringify(whole));
    const lines = results.map((result) => `${JSON.stringify(result)}\n`);
    await writeFile(resultsFile(to), `${lines.join('')}{"torn`);
  }

  const passed = makeResult('a', { correctness: 1 });
  const failed = makeResult('b', { correctness: 0 });

  it('are none where nothing was evaluated', async () => {
    assert.deepEqual(await listEvaluations(workspace, never), { groups: [], problems: [] });
  });

  it('are listed newest first, those of one protocol together', async () => {
    const other = makeProtocol({ sampling: { temperature: 0, topP: 1 } });
    const old = { createdAt: '2026-11-01T00:00:00.000Z' };
    await write('old', old, [passed]);
    const greedy = { createdAt: '2026-11-02T00:00:00.000Z', protocol: other };
    await write('greedy', { ...greedy, protocolHash: 'b'.repeat(64) }, []);
    await write('new', { createdAt: '2026-11-03T00:00:00.000Z' }, [passed, failed]);
    const listed = await listEvaluations(workspace, never);
    evaluationRequests['list-evaluations'].result.parse(listed);
    assert.deepEqual(
      listed.groups.map(({ evaluations }) => evaluations.map(({ report }) => report.name)),
      [['new', 'old'], ['greedy']],
    );
    assert.deepEqual(listed.groups.at(0)?.differences, []);
    const fields = listed.groups.at(1)?.differences.map(({ field }) => field) ?? [];
    assert.ok(fields.includes('sampling.temperature'), fields.join());
    assert.equal(listed.groups.at(0)?.evaluations.at(0)?.report.done, 2);
  });

  it('that cannot be read are named, and the others are listed', async () => {
    await write('good', {}, [passed]);
    await mkdir(evaluationFolder(workspace, 'empty'), { recursive: true });
    const broken = evaluationFolder(workspace, 'broken');
    await mkdir(broken, { recursive: true });
    await writeFile(path.join(broken, 'evaluation.json'), '{"version": 9}');
    const { groups, problems } = await listEvaluations(workspace, never);
    assert.equal(groups.length, 1);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /broken.evaluation\.json is no evaluation: .* Move its folder/);
  });

  it('show each task with what came of its rollouts', async () => {
    await write('one', {}, [passed, failed]);
    const detail = await evaluationDetail(workspace, 'one', never);
    evaluationRequests['read-evaluation'].result.parse(detail);
    assert.deepEqual(
      detail.tasks.map(({ taskId, rollouts }) => [
        taskId,
        rollouts.map(({ correctness }) => correctness),
      ]),
      [
        ['a', [1]],
        ['b', [0]],
      ],
    );
    assert.ok(detail.trajectories.startsWith(evaluationFolder(workspace, 'one')));
  });

  it('are compared task by task', async () => {
    await write('one', {}, [makeResult('a', { correctness: 0 }), failed]);
    await write('two', {}, [passed, failed]);
    const compared = await comparedEvaluations(workspace, { first: 'one', second: 'two' }, never);
    evaluationRequests['compare-evaluations'].result.parse(compared);
    assert.deepEqual([compared.firstRate, compared.secondRate], [0, 0.5]);
    assert.deepEqual(
      compared.won.map(({ taskId }) => taskId),
      ['a'],
    );
  });

  it('that are gone are said to be', async () => {
    await assert.rejects(
      evaluationDetail(workspace, 'gone', never),
      (error) => error instanceof HumanError && /no evaluation gone in/.test(error.message),
    );
  });
});
