import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AgentRuntime, RolloutRequest } from '../../../../runtime/agentRuntime.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import { RunCheckpoints } from '../../../../runtime/remote/checkpoints/runCheckpoints.ts';
import { CheckpointEvaluations } from '../../../../runtime/remote/evaluation/checkpointEvaluations.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { at, makeStep } from '../../../fakes/records.ts';
import { rolloutEnded, stepEnded } from '../../../fakes/runEvents.ts';
import { RunFolderFixture } from '../../../fakes/runFolders.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const offline = { boundary: 'policy', code: 'policy/offline', message: 'Nobody answers.' } as const;

/** Answers tasks as it is told, and keeps what it was asked. */
class ScriptedRuntime implements Pick<AgentRuntime, 'run'> {
  readonly asked: RolloutRequest[] = [];
  /** Correctness by the id of the task; a task that is not in it cannot be rolled out. */
  readonly answers: Record<string, number>;

  constructor(answers: Record<string, number>) {
    this.answers = answers;
  }

  run: AgentRuntime['run'] = (request, { onEvent }) => {
    this.asked.push(request);
    const { trajectoryId, task } = request;
    const correctness = this.answers[task.id];
    if (correctness === undefined) {
      return Promise.resolve({ stopReason: 'failure', failure: offline });
    }
    const parts = [{ name: 'answer', score: correctness, weight: 1, reason: '' }];
    const reward = { recipe: 'tool-r1', parts, total: correctness, correctness };
    const usage = { promptTokens: 30, completionTokens: 20 };
    const step = makeStep();
    onEvent({ ...stepEnded(1, { reply: { ...step.reply, usage } }), trajectoryId });
    onEvent({ version: 1, at, trajectoryId, type: 'reward-assigned', reward });
    onEvent({ ...rolloutEnded({ reward }), trajectoryId });
    return Promise.resolve({ stopReason: 'final-answer', failure: null });
  };
}

describe('evaluations of checkpoints', () => {
  const folder = temporaryFolder();
  const place = () => ({ machine: 'a100', folder: folder('run') });
  const tasks = () => folder('held-out.jsonl');
  let link: FolderMachine;
  let checkpoints: RunCheckpoints;
  let evaluations: CheckpointEvaluations;
  let served: string[];
  let progress: Progress[];

  beforeEach(async () => {
    const run = await RunFolderFixture.make(folder('run'));
    for (const step of [1, 2]) {
      await run.measure(step);
      await run.save(step);
    }
    const line = (id: string) =>
      `${JSON.stringify({ version: 1, id, question: `${id}?`, files: [], referenceAnswer: '1' })}\n`;
    await writeFile(tasks(), ['a', 'b', 'c'].map(line).join(''));
    served = [];
    progress = [];
    link = new FolderMachine(folder(''));
    checkpoints = new RunCheckpoints({ link: () => link });
    evaluations = new CheckpointEvaluations({
      ...{ checkpoints, link: () => link, folder: folder('here'), now: () => at },
      serving: {
        borrow: (_, step) => {
          served.push(`borrow ${step}`);
          const model = `checkpoint-${step}@http://127.0.0.1:4100/v1`;
          const ended = new Promise<void>(() => undefined);
          return Promise.resolve({
            server: { model, localPort: 4100, ended, problem: () => null },
            giveBack: () => Promise.resolve(void served.push(`give back ${step}`)),
          });
        },
      },
    });
  });
  afterEach(async () => {
    for (const name of ['run', 'here', 'first', 'moved'])
      await rm(folder(name), { recursive: true, force: true });
  });

  const options = (runtime: ScriptedRuntime) => ({
    ...{ runtime, signal },
    onProgress: (one: Progress) => progress.push(one),
  });
  const evaluate = (step: number, runtime: ScriptedRuntime) =>
    evaluations.evaluate(place(), { step, tasks: tasks() }, options(runtime));

  it('rolls each task out once at temperature 0 with the recipe of the run, and serves meanwhile', async () => {
    const runtime = new ScriptedRuntime({ a: 1, b: 0, c: 1 });
    const { heldOut } = (await evaluate(2, runtime)).checkpoint;
    assert.equal(heldOut?.passRate, 2 / 3);
    assert.equal(heldOut.tasks, 3);
    assert.deepEqual(served, ['borrow 2', 'give back 2']);
    assert.deepEqual(runtime.asked.map(({ task }) => task.id).sort(), ['a', 'b', 'c']);
    for (const { recipe, model, file } of runtime.asked) {
      assert.equal(recipe.agent.temperature, 0);
      assert.equal(model, 'checkpoint-2@http://127.0.0.1:4100/v1');
      assert.equal(file, null);
    }
    assert.deepEqual(progress.at(-1), {
      ...{ activity: 'Evaluating', done: 3, total: 3, unit: 'items' },
    });
  });

  it('keeps it beside the checkpoint: the list shows it, and a second call asks nobody', async () => {
    await evaluate(2, new ScriptedRuntime({ a: 1, b: 0, c: 1 }));
    const [newest, older] = (await checkpoints.list(place(), signal)).checkpoints;
    assert.equal(newest?.heldOut?.passRate, 2 / 3);
    assert.equal(older?.heldOut, null);
    assert.equal(newest.bytes, older.bytes, 'an evaluation is no part of what is saved');
    const again = new ScriptedRuntime({});
    const { checkpoint, fromCopy } = await evaluate(2, again);
    assert.deepEqual([checkpoint.heldOut?.passRate, fromCopy], [2 / 3, false]);
    assert.deepEqual([again.asked, served.length], [[], 2]);
    assert.deepEqual(await readdir(folder('here')).then((names) => names.length), 1);
  });

  it('goes on where it was when the model was lost in the middle', async () => {
    const lost = new ScriptedRuntime({ a: 1 });
    await assert.rejects(
      evaluate(1, lost),
      /^HumanError: 2 of 3 tasks could not be scored: Nobody answers\. The others are kept/,
    );
    assert.equal((await checkpoints.list(place(), signal)).checkpoints[1]?.heldOut, null);
    const found = new ScriptedRuntime({ a: 0, b: 1, c: 1 });
    assert.equal((await evaluate(1, found)).checkpoint.heldOut?.passRate, 1);
    assert.ok(!found.asked.some(({ task }) => task.id === 'a'), 'what was done is not done again');
  });

  it('compares two on the same tasks, and says so when they are not the same', async () => {
    await evaluate(1, new ScriptedRuntime({ a: 1, b: 0, c: 0 }));
    const compare = () => evaluations.compare(place(), { first: 1, second: 2 }, signal);
    await assert.rejects(compare(), /Checkpoint 2 was not evaluated yet\./);
    await evaluate(2, new ScriptedRuntime({ a: 0, b: 1, c: 1 }));
    const { figures, won, lost } = await compare();
    assert.equal(figures.find(({ name }) => name === 'tokens')?.first, 20);
    assert.equal(figures[0]?.change.toFixed(3), '0.333');
    assert.deepEqual(
      [won.map(({ taskId }) => taskId), lost.map(({ taskId }) => taskId)],
      [['b', 'c'], ['a']],
    );
    const another = { version: 1, id: 'd', question: 'd?', files: [], referenceAnswer: '1' };
    await appendFile(tasks(), `${JSON.stringify(another)}\n`);
    await evaluate(2, new ScriptedRuntime({ a: 0, b: 1, c: 1, d: 1 }));
    await assert.rejects(compare(), /evaluated on different tasks \(held-out\.jsonl\)/);
  });

  it('answers from its copy while the machine cannot be reached, and says so', async () => {
    for (const [step, a] of [
      [1, 1],
      [2, 0],
    ] as const) {
      await evaluate(step, new ScriptedRuntime({ a, b: 0, c: 1 }));
    }
    const there = await evaluations.compare(place(), { first: 1, second: 2 }, signal);
    link.isCut = true;
    const runtime = new ScriptedRuntime({});
    const { checkpoint, fromCopy } = await evaluate(1, runtime);
    assert.deepEqual([checkpoint.heldOut?.passRate, fromCopy], [2 / 3, true]);
    const copied = await evaluations.compare(place(), { first: 1, second: 2 }, signal);
    assert.deepEqual(copied, { ...there, fromCopy: true });
    assert.equal(there.fromCopy, false);
    const another = { version: 1, id: 'd', question: 'd?', files: [], referenceAnswer: '1' };
    await appendFile(tasks(), `${JSON.stringify(another)}\n`);
    const { code } = await failureOf(evaluate(1, runtime));
    assert.equal(code, 'remote/offline', 'tasks that were not tried need the machine');
    assert.deepEqual([runtime.asked, served.length], [[], 4]);
  });

  it('says that a machine cannot be reached of which it has no copy', async () => {
    link.isCut = true;
    const asked = [
      evaluate(1, new ScriptedRuntime({})),
      evaluations.compare(place(), { first: 1, second: 2 }, signal),
    ];
    for (const one of asked) assert.equal((await failureOf(one)).code, 'remote/offline');
  });

  it('keeps here what the machine cannot get, and brings it with the next call', async () => {
    const runtime = new ScriptedRuntime({ a: 1, b: 0, c: 1 });
    const cut: Pick<AgentRuntime, 'run'> = {
      run: (request, means) => {
        link.isCut = true;
        return runtime.run(request, means);
      },
    };
    const lost = await evaluations.evaluate(
      place(),
      { step: 2, tasks: tasks() },
      { runtime: cut, signal, onProgress: () => undefined },
    );
    assert.deepEqual([lost.checkpoint.heldOut?.passRate, lost.fromCopy], [2 / 3, true]);
    link.isCut = false;
    assert.equal((await checkpoints.list(place(), signal)).checkpoints[0]?.heldOut, null);
    assert.equal((await evaluate(2, new ScriptedRuntime({}))).fromCopy, false);
    const [newest] = (await checkpoints.list(place(), signal)).checkpoints;
    assert.equal(newest?.heldOut?.passRate, 2 / 3);
  });

  it('knows tasks by what is in their files, not by where they lie', async () => {
    const withFile = async (name: string, text: string) => {
      await mkdir(folder(name), { recursive: true });
      await writeFile(folder(name, 'sales.csv'), text);
      const task = { version: 1, id: 'a', question: 'a?', files: ['sales.csv'] };
      const line = JSON.stringify({ ...task, referenceAnswer: '1' });
      await writeFile(folder(name, 'tasks.jsonl'), `${line}\n`);
      const runtime = new ScriptedRuntime({ a: 1 });
      const wish = { step: 2, tasks: folder(name, 'tasks.jsonl') };
      await evaluations.evaluate(place(), wish, options(runtime));
      return runtime.asked.length;
    };
    assert.equal(await withFile('first', 'a,b\n1,2\n'), 1);
    assert.equal(await withFile('moved', 'a,b\n1,2\n'), 0, 'the same elsewhere');
    assert.equal(await withFile('moved', 'a,b\n1,3\n'), 1, 'changed where it lies');
    assert.equal(await withFile('first', 'a,b\n1,2\n'), 0, 'the first ones are still known');
  });

  it('refuses what cannot be evaluated before anything is served', async () => {
    const runtime = new ScriptedRuntime({});
    await assert.rejects(evaluate(9, runtime), /no checkpoint of train step 9\. It has: 2, 1\./);
    const text = await readFile(tasks(), 'utf8');
    await writeFile(tasks(), text.replace('"referenceAnswer":"1"', '"referenceAnswer":null'));
    await assert.rejects(evaluate(2, runtime), /Task a .* has no reference answer/);
    await rm(tasks());
    await assert.rejects(evaluate(2, runtime), /held-out\.jsonl/);
    assert.deepEqual(served, []);
  });
});
