import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type * as z from 'zod';
import { judgingRequests } from '../../../runtime/contract/judging.ts';
import type { VerdictLevel } from '../../../runtime/contract/judge.ts';
import { workNotifications } from '../../../runtime/contract/work.ts';
import type { Judge } from '../../../runtime/judge/judge.ts';
import { ruleJudge } from '../../../runtime/judge/ruleJudge.ts';
import { judgingHandlers } from '../../../runtime/serve/judgingRequests.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { FakeRuntime } from '../../fakes/fakeRuntime.ts';
import { llmJudge } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { makeStarted } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { params: Params, result: Result } = judgingRequests['judge-trajectories'];
const judged: { judge: typeof llmJudge; level: VerdictLevel }[] = [
  { judge: llmJudge, level: 'Correct' },
];

/** Breaks every time. */
const broken: Judge = {
  identity: { name: 'llm', version: '9', kind: 'llm' },
  judge: () => Promise.reject(failure('policy', 'gone', 'The model is gone. Start it.')),
};

describe('judge-trajectories', () => {
  const inFolder = temporaryFolder();
  const progress: z.output<(typeof workNotifications)['work-progressed']>[] = [];
  let workspace: LabellingWorkspace;
  beforeEach(() => {
    progress.length = 0;
    workspace = new LabellingWorkspace(inFolder());
  });

  async function ask(
    judge: Judge,
    given: Partial<z.input<typeof Params>> = {},
    signal = new AbortController().signal,
  ) {
    const runtime = new FakeRuntime({ openJudge: () => judge });
    const handlers = judgingHandlers({
      runtime,
      cacheDirectory: inFolder('cache'),
      notify: (name, fact) =>
        progress.push(workNotifications[name as 'work-progressed'].parse(fact)),
    });
    const params = { workspace: inFolder(), judge: 'rule', callId: 'c1', ...given } as const;
    const answer = await handlers['judge-trajectories'](Params.parse(params), signal);
    return { result: Result.parse(answer), runtime };
  }

  const answers = ['4', 'four', '5'].map((answer, index) => ({
    ...{ id: `t-${index}`, answer, verdicts: judged },
  }));

  it('grades every answer of the workspace, once, and counts the grades', async () => {
    await workspace.write(answers);
    const { result } = await ask(ruleJudge('fixed'));
    assert.equal(result.trajectories, 3);
    assert.deepEqual(result.levels, { Correct: 1, 'Partially Correct': 0, Wrong: 2 });
    assert.deepEqual([result.appended, result.problem], [3, null]);
    assert.deepEqual(progress.at(-1), {
      ...{ callId: 'c1', done: 3, total: 3 },
      activity: progress.at(-1)?.activity,
    });
    const again = await ask(ruleJudge('fixed'));
    assert.deepEqual([again.result.appended, again.result.trajectories], [0, 3]);
    const session = await workspace.open();
    assert.equal(session.state().total, 3);
    await workspace.close();
  });

  it('grades the named files alone, with the model that was chosen', async () => {
    const file = await workspace.write(answers.slice(0, 1), 'one');
    await workspace.write(answers.slice(1), 'two');
    const { result, runtime } = await ask(ruleJudge('fixed'), {
      ...{ files: [file], judge: 'llm', model: 'qwen@http://127.0.0.1:1/v1' },
    });
    assert.equal(result.trajectories, 1);
    assert.equal(runtime.judges[0]?.model, 'qwen@http://127.0.0.1:1/v1');
  });

  it('leaves a file alone that is being written, and says so', async () => {
    await workspace.write(answers);
    const writer = { pid: process.pid, host: (await import('node:os')).hostname() };
    await mkdir(inFolder('.tool-r1', 'trajectories'), { recursive: true });
    await workspace.write([], 'live');
    await workspace.append([makeStarted({ trajectoryId: 'live', writer })], 'live');
    const { result } = await ask(ruleJudge('fixed'));
    assert.deepEqual([result.live, result.trajectories], [1, 3]);
  });

  it('keeps what came when the judge breaks, and says why and what is left', async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...{ id: `m-${index}`, answer: `answer ${index}`, verdicts: judged },
    }));
    await workspace.write(many);
    const { result } = await ask(broken, { judge: 'llm' });
    assert.equal(result.problem, 'The model is gone. Start it.');
    assert.ok(result.left > 0);
  });

  it('ends when it is cancelled', async () => {
    await workspace.write(answers);
    const signal = AbortSignal.abort(new Error('cancelled'));
    await assert.rejects(ask(ruleJudge('fixed'), {}, signal), /cancelled/);
  });

  it('says what to do in a workspace without trajectories', async () => {
    await assert.rejects(ask(ruleJudge('fixed')), /has no trajectories yet\. Run agent tasks/);
  });
});
