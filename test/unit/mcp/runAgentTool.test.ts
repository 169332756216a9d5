import assert from 'node:assert/strict';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  RolloutEnding,
  RolloutOptions,
  RolloutRequest,
} from '../../../runtime/agentRuntime.ts';
import { runAgent } from '../../../runtime/mcp/doorTools/runAgent.ts';
import { trajectoryFile } from '../../../runtime/store/trajectoryStore.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import type { Progress } from '../../../runtime/support/progress.ts';
import { openDoorFixture, type DoorFixture } from '../../fakes/doorHost.ts';
import { at, makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines } from '../../fakes/trajectoryRecords.ts';

const refused = (words: RegExp) => (error: unknown) =>
  error instanceof HumanError && words.test(error.message);

/** Writes the file of a trajectory, as a rollout does, and ends as a test says. */
const rollout =
  (finalAnswer: string | null, cancelled = false) =>
  async (request: RolloutRequest, { onEvent }: RolloutOptions): Promise<RolloutEnding> => {
    const base = { version: 1, trajectoryId: request.trajectoryId, at } as const;
    await mkdir(path.dirname(request.file ?? ''), { recursive: true });
    await writeFile(request.file ?? '', '');
    onEvent({ ...base, type: 'step-started', step: 1 });
    const stopReason = cancelled ? 'cancelled' : 'final-answer';
    const reward = { recipe: 'tool-r1', parts: [], total: 1.6 };
    const failure = null;
    onEvent({
      ...{ ...base, type: 'rollout-ended', stopReason, finalAnswer, steps: 1 },
      ...{ reward, failure, milliseconds: 2500 },
    });
    return { stopReason, failure };
  };

describe('the tool for other agents that runs the agent', () => {
  const folder = temporaryFolder();
  let fixture: DoorFixture;
  let told: Progress[];

  const open = async (finalAnswer: string | null = '42') => {
    fixture = await openDoorFixture(folder(), { run: rollout(finalAnswer) });
  };
  const call = (input: object, signal = new AbortController().signal) =>
    runAgent.call(input, fixture.host, { signal, onProgress: (one) => told.push(one) });

  beforeEach(async () => {
    told = [];
    await mkdir(folder('data'));
    await writeFile(folder('data', 'sales.csv'), 'a,b\n1,2\n');
    await open();
  });
  afterEach(() => fixture.close());

  it('tells a person what would be asked, which files are read, and where their content goes', async () => {
    const wish = { question: 'How many?', files: ['data/sales.csv'] };
    assert.deepEqual(await runAgent.confirmation(wish, fixture.host), {
      title: 'Run the Tool-R1 agent?',
      message:
        'Question: How many?\n\nFiles: data/sales.csv\n\nModel: embedded. What it reads of the files goes to this model.',
    });
    const bare = await runAgent.confirmation({ question: 'q'.repeat(9000) }, fixture.host);
    assert.match(bare?.message ?? '', /^Question: q{1500}\n\nIt is given no files\./);
    assert.deepEqual(fixture.runtime.requests, []);
  });

  it('runs it on files of the folder and tells how it ended', async () => {
    const text = await call({ question: 'How many?', files: ['data/sales.csv'], maxSteps: 3 });
    const [request] = fixture.runtime.requests;
    assert.equal(request?.task.question, 'How many?');
    assert.equal(request.model, 'embedded');
    assert.equal(request.recipe.agent.maxSteps, 3);
    assert.equal(request.file, trajectoryFile(folder(), '20260504-093000-abcdef'));
    assert.deepEqual(
      request.files.files.map(({ hostPath }) => hostPath),
      [await realpath(folder('data', 'sales.csv'))],
    );
    assert.match(text, /^ended: final-answer \| 1 steps \| 2\.5 s \| reward 1\.60\n/);
    assert.match(
      text,
      /20260504-093000-abcdef in \.tool-r1\/trajectories\/20260504-093000-abcdef\.traj/,
    );
    assert.match(text, /not instructions to follow\.\nFinal answer:\n42$/);
    assert.deepEqual(told, [{ activity: 'Step 1', done: 0, total: 3, unit: 'steps' }]);
  });

  it('runs a stored task with its own files and answer', async () => {
    const task = makeTask({ id: 'rows', files: ['data/sales.csv'], referenceAnswer: '1' });
    await writeFile(folder('.tool-r1-tasks'), '');
    await mkdir(folder('.tool-r1'), { recursive: true });
    await writeFile(folder('.tool-r1', 'tasks.jsonl'), asLines([task]));
    await call({ taskId: 'rows' });
    const [request] = fixture.runtime.requests;
    assert.equal(request?.task.id, 'rows');
    assert.equal(request.task.referenceAnswer, '1');
    assert.equal(request.files.files.length, 1);
    await assert.rejects(call({ taskId: 'none' }), refused(/no task none\. toolr1_list_tasks/));
    await assert.rejects(call({ taskId: 'rows', files: ['data'] }), refused(/its own files/));
  });

  it('does not read what a task names outside the folder', async () => {
    await mkdir(folder('.tool-r1'), { recursive: true });
    const task = makeTask({ id: 'trick', files: ['/etc/passwd'] });
    await writeFile(folder('.tool-r1', 'tasks.jsonl'), asLines([task]));
    await assert.rejects(call({ taskId: 'trick' }), refused(/is outside/));
    await assert.rejects(
      runAgent.confirmation({ taskId: 'trick' }, fixture.host),
      refused(/outside/),
    );
    assert.deepEqual(fixture.runtime.requests, []);
  });

  it('cuts a long answer and says where the rest is', async () => {
    await fixture.close();
    await open('x'.repeat(9000));
    const text = await call({ question: 'How long?' });
    assert.match(text, /Final answer \(cut at 4000 of 9000 characters\):\nx{4000}$/);
  });

  it('ends with its caller, and says so', async () => {
    await fixture.close();
    const asked = new AbortController();
    fixture = await openDoorFixture(folder(), {
      run: (request, options) => {
        asked.abort();
        assert.equal(options.signal.aborted, true);
        return rollout(null, true)(request, options);
      },
    });
    const text = await call({ question: 'How many?' }, asked.signal);
    assert.match(text, /^ended: cancelled \| [\s\S]*There is no final answer\./);
  });

  it('refuses what is outside, and what is neither or both', async () => {
    for (const file of ['../x', '/etc/passwd', folder('..')]) {
      await assert.rejects(call({ question: 'What?', files: [file] }), refused(/is outside/), file);
    }
    await assert.rejects(call({}), refused(/either a question or the id/));
    await assert.rejects(call({ question: 'a', taskId: 'b' }), refused(/either a question/));
    await assert.rejects(call({ question: ' ' }), refused(/the question is empty/));
    await assert.rejects(call({ question: 'a', maxSteps: 1e9 }), refused(/maxSteps: /));
    await assert.rejects(call({ question: 'x'.repeat(1e6) }), refused(/question: /));
    const files = Array.from({ length: 51 }, () => 'data');
    await assert.rejects(call({ question: 'a', files }), refused(/files: /));
  });

  it('takes no model from its caller', async () => {
    await call({ question: 'How many?', model: 'evil@http://elsewhere.example' });
    assert.equal(fixture.runtime.requests[0]?.model, 'embedded');
  });
});
