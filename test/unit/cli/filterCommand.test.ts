import assert from 'node:assert/strict';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { RolloutRequest } from '../../../runtime/agentRuntime.ts';
import { Task } from '../../../runtime/contract/task.ts';
import { TaskSample } from '../../../runtime/contract/training/taskSample.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { scriptedRun, type ScriptedEnd } from '../../fakes/scriptedRollouts.ts';

/** How many of ten samples are right: below, at both ends of, inside and above the window from 0.2 to 0.8. */
const rightOfTen: Readonly<Record<string, number>> = {
  hard: 1,
  low: 2,
  middle: 5,
  high: 8,
  easy: 9,
};

const broken = {
  code: 'policy/unreachable',
  boundary: 'policy',
  message: 'No answer. Start it.',
} as const;
const misnamed = { code: 'policy/not-usable', boundary: 'policy', message: 'No model x.' } as const;

describe('tool-r1 filter', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    await folder.write('data.csv', 'a\n1\n');
    await writeTasks(Object.keys(rightOfTen));
  });
  afterEach(() => folder.remove());

  const session = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: folder.path, run: byIndex(), ...options });

  const taskLine = (id: string, more: object = {}) =>
    JSON.stringify({
      version: 1,
      id,
      question: `About ${id}?`,
      files: ['data.csv'],
      referenceAnswer: '1',
      ...more,
    });

  const writeTasks = (ids: readonly string[]) =>
    folder.write('tasks.jsonl', ids.map((id) => `${taskLine(id, { note: 'kept' })}\n`).join(''));

  const indexOf = ({ trajectoryId }: RolloutRequest) => Number(trajectoryId.split('-').at(-1));

  /** The first samples of a task are right, as many as `rightOfTen` says. */
  const byIndex = () =>
    scriptedRun((request) => (indexOf(request) < (rightOfTen[request.task.id] ?? 0) ? 1 : 0));

  async function tasks(file = 'tasks.jsonl'): Promise<Task[]> {
    const text = await readFile(`${folder.path}/${file}`, 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => Task.parse(JSON.parse(line)));
  }

  async function samples(): Promise<TaskSample[]> {
    const text = await readFile(`${folder.path}/tasks.samples.jsonl`, 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => TaskSample.parse(JSON.parse(line)));
  }

  const filter = (call: TerminalSession, ...args: string[]) =>
    call.call('filter', 'tasks.jsonl', '-m', 'fake', ...args);

  it('rolls each task out ten times and says which to keep, both ends of the window inside', async () => {
    const call = session();
    assert.equal(await filter(call), 0);
    assert.equal(call.runtime.requests.length, 50);
    assert.match(call.out.text, /^tasks +5\nkept +3 +60\.0 % +pass rate from 0\.2 to 0\.8\n/);
    assert.match(
      call.out.text,
      /^too easy +1 +20\.0 % +above 0\.8\ntoo hard +1 +20\.0 % +below 0\.2\nunscored +0/m,
    );
    assert.match(
      call.out.text,
      /10 rollouts of each task\. The pass rates are in .*tasks\.jsonl\.\n$/,
    );
  });

  it('writes the pass rates back, and leaves the rest of the file as it is', async () => {
    await appendFile(`${folder.path}/tasks.jsonl`, '\n');
    await filter(session());
    const written = await tasks();
    assert.deepEqual(
      written.map(({ id, passRate }) => [id, passRate?.passed, passRate?.samples]),
      Object.entries(rightOfTen).map(([id, right]) => [id, right, 10]),
    );
    assert.deepEqual(written[0]?.passRate, {
      passed: 1,
      samples: 10,
      unscored: 0,
      model: 'fake',
      recipe: 'tool-r1',
      measuredAt: '2026-03-01T14:25:30.000Z',
    });
    assert.equal(written[0]['note'], 'kept');
    assert.deepEqual(written[0].files, ['data.csv']);
  });

  it('asks for different samples, the same ones every time', async () => {
    const [first, second, other] = [session(), session(), session()];
    await filter(first);
    await rm(`${folder.path}/tasks.samples.jsonl`);
    await filter(second);
    const seeds = (call: TerminalSession) => call.runtime.requests.map(({ seed }) => seed);
    assert.equal(new Set(seeds(first)).size, 50);
    assert.deepEqual(seeds(first), seeds(second));
    await filter(other, '--seed', '1');
    assert.notDeepEqual(seeds(first), seeds(other));
  });

  it('rolls out with the recipe as changed, and keeps no trajectory', async () => {
    const call = session();
    await filter(call, '--set', 'agent.maxSteps=3', '--samples', '1');
    const [request] = call.runtime.requests;
    assert.ok(request !== undefined);
    assert.deepEqual(
      [request.recipe.agent.maxSteps, request.file, request.model],
      [3, null, 'fake'],
    );
    assert.deepEqual(
      request.files.files.map(({ name }) => name),
      ['data.csv'],
    );
    assert.equal(call.runtime.requests.length, 5);
  });

  it('writes the kept tasks to a file of their own, with files named from there', async () => {
    assert.equal(await filter(session(), '--out', 'sub/kept.jsonl'), 0);
    const kept = await tasks('sub/kept.jsonl');
    assert.deepEqual(
      kept.map(({ id, files, passRate }) => [id, files, passRate?.samples]),
      ['low', 'middle', 'high'].map((id) => [id, ['../data.csv'], 10]),
    );
  });

  it('prints one task a line as JSON', async () => {
    const call = session();
    await filter(call, '--json');
    const rows = call.out.text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    assert.deepEqual(rows[0], {
      taskId: 'hard',
      passes: 1,
      samples: 10,
      unscored: 0,
      difficulty: 'too-hard',
    });
    assert.equal(rows.length, 5);
  });

  it('counts partly right answers where the recipe says so', async () => {
    const call = session({ run: scriptedRun(() => 0.5) });
    await filter(call, '--samples', '2');
    assert.match(call.out.text, /^too hard +5 /m);
    const lenient = session({ run: scriptedRun(() => 0.5) });
    await filter(lenient, '--samples', '2', '--set', 'passScore=0.5');
    assert.match(lenient.out.text, /^too easy +5 /m);
    assert.equal(lenient.runtime.requests.length, 0, 'what was sampled is counted anew');
  });

  describe('goes on where it was', () => {
    it('and samples nothing twice', async () => {
      await filter(session(), '--samples', '4');
      const call = session();
      await filter(call);
      assert.equal(call.runtime.requests.length, 30);
      assert.match(call.out.text, /^kept +3 /m);
    });

    it('after Ctrl+C, with what was done', async () => {
      let count = 0;
      const stopped = session({
        run: async (request, options) => {
          if ((count += 1) === 7) stopped.signals.send('SIGINT');
          return byIndex()(request, options);
        },
      });
      assert.equal(await filter(stopped), 130);
      assert.equal((await samples()).length, 6);
      assert.equal((await tasks()).filter(({ passRate }) => passRate !== undefined).length, 0);
      const call = session();
      assert.equal(await filter(call), 0);
      assert.equal(call.runtime.requests.length, 44);
    });

    it('after kill -9 in the middle of a line', async () => {
      await filter(session(), '--samples', '2');
      await appendFile(`${folder.path}/tasks.samples.jsonl`, '{"version":1,"taskId":"ha');
      const call = session();
      assert.equal(await filter(call, '--samples', '2'), 0);
      assert.match(
        call.err.text,
        /tasks\.samples\.jsonl: 1 line cannot be read; what was there is sampled again/,
      );
      assert.equal(call.runtime.requests.length, 0);
      await filter(session(), '--samples', '3');
      assert.equal(
        (await readFile(`${folder.path}/tasks.samples.jsonl`, 'utf8')).split('\n').length,
        17,
      );
    });

    it('but not with samples of another model, other settings or another question', async () => {
      await filter(session(), '--samples', '2');
      const model = session();
      await model.call('filter', 'tasks.jsonl', '-m', 'other', '--samples', '2');
      assert.equal(model.runtime.requests.length, 10);
      const settings = session();
      await filter(settings, '--samples', '2', '--set', 'topP=0.9');
      assert.equal(settings.runtime.requests.length, 10);
      await writeTasks(['hard', 'low', 'middle', 'high']);
      await appendFile(
        `${folder.path}/tasks.jsonl`,
        `${taskLine('easy', { referenceAnswer: '2' })}\n`,
      );
      const question = session();
      await filter(question, '--samples', '2');
      assert.equal(question.runtime.requests.length, 2);
    });
  });

  describe('when something breaks', () => {
    it('counts what nobody could score for nothing, and tries it again', async () => {
      const end = (request: RolloutRequest): ScriptedEnd => {
        if (request.task.id === 'hard') return null;
        return indexOf(request) === 0 ? broken : Number(indexOf(request) < 5);
      };
      const call = session({ run: scriptedRun(end) });
      assert.equal(await filter(call), 0);
      assert.match(call.out.text, /^unscored +1 /m);
      assert.match(call.out.text, /; 14 could not be scored and count for nothing/);
      const written = await tasks();
      assert.deepEqual(
        written.map(({ passRate }) => [passRate?.passed, passRate?.samples, passRate?.unscored]),
        [[undefined, undefined, undefined], ...Array.from({ length: 4 }, () => [4, 9, 1])],
      );
      assert.ok((await samples()).some(({ cause }) => cause === 'No answer. Start it.'));
      const again = session();
      await filter(again);
      assert.equal(again.runtime.requests.length, 14);
    });

    it('gives up after five failures in a row, and says how to go on', async () => {
      const call = session({ run: scriptedRun(() => broken) });
      assert.equal(await filter(call), 4);
      assert.equal(call.runtime.requests.length, 5);
      assert.match(
        call.err.text,
        /^No answer\. Start it\.\nThe samples so far are kept in .*Call it again to go on\.\n$/,
      );
      assert.equal(call.out.text, '');
    });

    it('gives up at once when there is no such model', async () => {
      const call = session({ run: scriptedRun(() => misnamed) });
      assert.equal(await filter(call), 2);
      assert.equal(call.runtime.requests.length, 1);
    });
  });

  it('runs several rollouts at once when asked', async () => {
    let running = 0;
    let most = 0;
    // Each waits until as many as may run at once do.
    let tell = (): void => undefined;
    const full = new Promise<void>((resolve) => (tell = resolve));
    const call = session({
      run: async (request, options) => {
        most = Math.max(most, (running += 1));
        if (running === 4) tell();
        await full;
        running -= 1;
        return byIndex()(request, options);
      },
    });
    assert.equal(await filter(call, '--concurrency', '4', '--samples', '3'), 0);
    assert.deepEqual([most, call.runtime.requests.length], [4, 15]);
  });

  it('shows a bar with counts on a terminal, and takes it away', async () => {
    const call = session({ isTTY: true, columns: 100, env: { NO_COLOR: '1' } });
    await filter(call);
    assert.match(
      call.err.text,
      /█{10}░{10} 25 of 50 rollouts, 1 kept, 0 too easy, 1 too hard, \S+ (ms|s) left/,
    );
    assert.ok(call.err.text.endsWith('\r\u001B[2K'));
  });

  const wrong: readonly (readonly [
    what: string,
    prepare: () => Promise<unknown>,
    args: readonly string[],
    message: RegExp,
  ])[] = [
    [
      'a broken line',
      () => appendFile(`${folder.path}/tasks.jsonl`, '{"id":\n'),
      [],
      /tasks\.jsonl, line 6: not JSON.* Mend or delete it; nothing was started\./,
    ],
    [
      'a missing attachment',
      () => rm(`${folder.path}/data.csv`),
      [],
      /Task hard of .* needs .*data\.csv, which is not there/,
    ],
    [
      'a task without reference answer',
      () => writeFile(`${folder.path}/tasks.jsonl`, taskLine('a', { referenceAnswer: null })),
      [],
      /Task a of .* has no reference answer, so nobody can say when it is solved/,
    ],
    ['no task', () => writeFile(`${folder.path}/tasks.jsonl`, ''), [], /tasks\.jsonl has no task/],
    ['no file', () => rm(`${folder.path}/tasks.jsonl`), [], /tasks\.jsonl/],
    [
      'an unknown setting',
      () => Promise.resolve(),
      ['--set', 'x.y=1'],
      /--set x\.y: there is no such setting/,
    ],
    ['no samples', () => Promise.resolve(), ['--samples', '0'], /a whole number from 1 to 1000/],
    [
      'an unknown judge',
      () => Promise.resolve(),
      ['--set', 'training.judge=me'],
      /There is no judge "me"/,
    ],
  ];
  for (const [what, prepare, args, message] of wrong) {
    it(`refuses ${what} before anything is rolled out`, async () => {
      await prepare();
      const call = session();
      assert.equal(await filter(call, ...args), 2);
      assert.match(call.err.text, message);
      assert.equal(call.runtime.requests.length, 0);
    });
  }
});
