import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RolloutRequest } from '../../../runtime/agentRuntime.ts';
import { Evaluation, EvaluationResult } from '../../../runtime/contract/evaluation.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { playedRun, type PlayedEnd } from '../../fakes/playedRollouts.ts';

const small = 'small@http://localhost:1/v1';
const large = 'large@http://localhost:1/v1';

const unreachable = {
  code: 'policy/unreachable',
  boundary: 'policy',
  message: 'No answer. Start it.',
} as const;

/** Of the three seeds of each task, how many the small model passes; the large one passes one more. */
const passes: Readonly<Record<string, number>> = { never: 0, once: 1, often: 2, always: 3 };

describe('tool-r1 eval', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    await folder.write('data.csv', 'a\n1\n');
    const lines = Object.keys(passes).map((id, place) => taskLine(id, { level: (place % 2) + 1 }));
    await folder.write('tasks.jsonl', lines.join(''));
  });
  afterEach(() => folder.remove());

  const taskLine = (id: string, more: object = {}) =>
    `${JSON.stringify({ version: 1, id, question: `About ${id}?`, files: ['data.csv'], referenceAnswer: '1', ...more })}\n`;

  /** `eval-<task>-<seed>-<sample>-<digits>`. */
  const placeOf = ({ trajectoryId }: RolloutRequest) => {
    const [, , seed, sample] = trajectoryId.split('-').map(Number);
    return { seed: seed ?? -1, sample: sample ?? -1 };
  };

  const usual = (request: RolloutRequest): PlayedEnd => {
    const more = request.model === large ? 1 : 0;
    return placeOf(request).seed < (passes[request.task.id] ?? 0) + more;
  };

  const session = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: folder.path, run: playedRun({ endOf: usual }), ...options });

  const evaluate = (call: TerminalSession, ...args: string[]) =>
    call.call('eval', 'tasks.jsonl', '-m', small, ...args);

  const evaluations = () => readdir(`${folder.path}/.tool-r1/evaluations`);

  async function only(): Promise<string> {
    const [name = '', ...others] = await evaluations();
    assert.deepEqual(others, []);
    return `${folder.path}/.tool-r1/evaluations/${name}`;
  }

  async function results(): Promise<EvaluationResult[]> {
    const text = await readFile(`${await only()}/results.jsonl`, 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => EvaluationResult.parse(JSON.parse(line)));
  }

  const evaluation = async () =>
    Evaluation.parse(JSON.parse(await readFile(`${await only()}/evaluation.json`, 'utf8')));

  it('rolls out each task with each seed, and tells mean, levels, seeds and attempts', async () => {
    const call = session();
    assert.equal(await evaluate(call), 0);
    assert.equal(call.runtime.requests.length, 12);
    const { text } = call.out;
    assert.match(text, /^small@\S+ on tasks\.jsonl\n4 tasks, 3 seeds, recipe tool-r1, graded by/);
    assert.match(text, /^passed +50\.0 % +\d+\.\d % to \d+\.\d % +6 of 12 rollouts, 4 tasks$/m);
    assert.match(text, /^ {2}level 1 +33\.3 % .*2 of 6 rollouts, 2 tasks$/m);
    assert.match(text, /^ {2}level 2 +66\.7 % .*4 of 6 rollouts, 2 tasks$/m);
    assert.match(text, /^each seed +75\.0 %, 50\.0 %, 25\.0 % +50\.0 points from worst to best$/m);
    assert.match(text, /^within 2 tries +pass@2 66\.7 %, pass\^2 33\.3 %$/m);
    assert.match(text, /^within 3 tries +pass@3 75\.0 %, pass\^3 25\.0 %$/m);
    assert.match(text, /^steps +parsed 100\.0 %, ran 50\.0 %$/m);
    assert.match(text, /^ended by +final-answer 12$/m);
    assert.match(text, /^tokens +24,000 in, 2,400 out$/m);
    assert.match(text, /^Intervals: 95 % over tasks, .*Efron and Tibshirani 1993/m);
    assert.match(text, /^Protocol [0-9a-f]{12}, kept in .tool-r1.evaluations.tasks-small-/m);
  });

  it('asks for different samples, the same ones every time, and keeps their trajectories', async () => {
    const [first, second] = [session(), session()];
    await evaluate(first);
    const seeds = (call: TerminalSession) => call.runtime.requests.map(({ seed }) => seed);
    assert.equal(new Set(seeds(first)).size, 12);
    const [request] = first.runtime.requests;
    assert.equal(request?.file, `${await only()}/evaluation.trajectories.jsonl`);
    await rm(await only(), { recursive: true });
    await evaluate(second);
    assert.deepEqual(seeds(second), seeds(first));
  });

  it('writes a line for each rollout, with what it took', async () => {
    await evaluate(session(), '--price-in', '2', '--price-out', '10');
    const [line, ...others] = await results();
    assert.equal(others.length, 11);
    const { trajectoryId, at, milliseconds, taskHash, rolloutSeed, ...rest } = line ?? {};
    assert.match(trajectoryId ?? '', /^eval-[0-9a-f]{12}-0-0-/);
    assert.ok(at !== undefined && milliseconds !== undefined && rolloutSeed !== undefined);
    assert.equal(taskHash, (await evaluation()).tasks[0]?.hash);
    assert.deepEqual(rest, {
      ...{ version: 1, taskId: 'never', level: 1, seed: 0, sample: 0, stopReason: 'final-answer' },
      ...{ finalAnswer: '3', verdict: 'Wrong', correctness: 0, cause: null, reward: 0 },
      ...{ steps: 2, parsedSteps: 2, executedSteps: 1, promptTokens: 2000, completionTokens: 200 },
      ...{ judgeTokens: null, cost: 0.006, servedModel: 'served' },
    });
  });

  it('sums the cost, and leaves it open without prices or without tokens', async () => {
    const call = session();
    await evaluate(call, '--price-in', '2', '--price-out', '10');
    assert.match(call.out.text, /^cost +0\.0720$/m);
    const dearer = session();
    await evaluate(dearer, '--price-in', '4', '--price-out', '20');
    assert.match(dearer.out.text, /^cost +0\.1440$/m);
    assert.equal(dearer.runtime.requests.length, 0);
    const free = session();
    await free.call('eval', 'tasks.jsonl', '-m', large);
    assert.doesNotMatch(free.out.text, /^cost/m);
    const silent = session({ run: playedRun({ endOf: usual, usage: null }) });
    await silent.call('eval', 'tasks.jsonl', '-m', large, '--name', 'silent');
    assert.match(silent.out.text, /^tokens +not told by the server$/m);
  });

  it('writes the protocol down, with the seeds, the prompt, the judge and the version', async () => {
    await evaluate(session(), '--samples', '2', '--set', 'agent.temperature=0', '--judge', 'math');
    const { protocol, tasks } = await evaluation();
    assert.deepEqual([protocol.seeds, protocol.samplesPerSeed], [[0, 1, 2], 2]);
    assert.equal(protocol.sampling.temperature, 0);
    assert.equal(protocol.runtimeVersion, '1.2.3');
    assert.equal(protocol.prompt.characters, 'Use Python.'.length);
    assert.equal(protocol.data.attachments, 1);
    assert.deepEqual(
      tasks.map(({ id, level }) => [id, level]),
      Object.keys(passes).map((id, place) => [id, (place % 2) + 1]),
    );
    assert.equal((await results()).length, 24);
  });

  it('prints one report or comparison a line as JSON', async () => {
    const call = session();
    await evaluate(call, '-m', large, '--json');
    const rows = call.out.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; all?: { passed: number } });
    assert.deepEqual(
      rows.map(({ type, all }) => [type, all?.passed]),
      [
        ['report', 6],
        ['report', 9],
        ['comparison', undefined],
      ],
    );
  });

  it('gives rollouts the web that a person allows, and writes it into the protocol', async () => {
    const call = session();
    await evaluate(call, '--web', '--search', 'brave', '--vision', 'eye@http://localhost:2/v1');
    const { web, visionModel } = call.runtime.requests[0] ?? {};
    assert.deepEqual([web?.mode.type, web?.search], ['live', 'brave']);
    assert.equal(visionModel, 'eye@http://localhost:2/v1');
    const { protocol } = await evaluation();
    assert.deepEqual(
      [protocol.web, protocol.visionModel],
      ['live: brave', 'eye@http://localhost:2/v1'],
    );
    const recorded = session();
    const recording = ['--record', 'web.jsonl', '--search', 'brave'];
    await evaluate(recorded, ...recording, '--vision', 'eye@http://localhost:2/v1');
    assert.equal(recorded.runtime.requests.length, 0, 'recording is no other condition');
  });

  it('tells a recording that answers by what is in it', async () => {
    await folder.write('web.jsonl', 'one\n');
    await evaluate(session(), '--replay', 'web.jsonl', '--seeds', '1', '--name', 'replayed');
    assert.match((await evaluation()).protocol.web, /^replay: [0-9a-f]{64}$/);
    await folder.write('web.jsonl', 'two\n');
    const call = session();
    assert.equal(await evaluate(call, '--replay', 'web.jsonl', '--name', 'replayed'), 2);
    assert.match(call.err.text, /was begun under another protocol: web \("replay: /);
  });

  describe('with two models', () => {
    it('puts them side by side, and tests the difference on the same tasks', async () => {
      const call = session();
      assert.equal(await evaluate(call, '-m', large), 0);
      const { text } = call.out;
      assert.match(text, /^Side by side\n +passed +95 % +rollouts +protocol\ntasks-small/m);
      assert.doesNotMatch(text, /do not follow one protocol/);
      assert.match(text, /^tasks-large-\S+ against tasks-small-\S+$/m);
      assert.match(text, /^4 tasks that both have$/m);
      assert.match(text, /^\+25\.0 points, .* points; paired permutation p = 0\.250$/m);
      assert.match(text, /^Better on 3 tasks\n {2}never {2}About never\?\n/m);
      assert.match(text, /^Worse on 0 tasks$/m);
    });

    it('says first in what the protocols differ', async () => {
      await evaluate(session(), '--name', 'warm');
      const call = session();
      const cold = ['--set', 'agent.temperature=0', '--seeds', '2'];
      assert.equal(await evaluate(call, '--name', 'cold', ...cold, '--compare', 'warm'), 0);
      const { text } = call.out;
      assert.match(
        text,
        /^Side by side\nThese do not follow one protocol, .*differ in seeds, sampling\.temperature\.\n/m,
      );
      assert.match(text, /^cold against warm\nOther protocol: seeds is \[0,1\], was \[0,1,2\]\n/m);
      assert.match(text, /^Other protocol: sampling\.temperature is 0, was 0\.6$/m);
    });
  });

  describe('goes on where it was', () => {
    it('and rolls nothing out twice', async () => {
      await evaluate(session());
      const call = session();
      assert.equal(await evaluate(call), 0);
      assert.equal(call.runtime.requests.length, 0);
      assert.match(call.out.text, /^passed +50\.0 % /m);
    });

    it('with more seeds and samples in the same folder', async () => {
      await evaluate(session(), '--seeds', '1');
      const call = session();
      await evaluate(call, '--seeds', '2', '--samples', '2');
      assert.equal(call.runtime.requests.length, 12);
      assert.equal((await results()).length, 16);
    });

    it('after Ctrl+C, with what was done', async () => {
      let begun = 0;
      const stopped = session({
        run: (request, options) => {
          if ((begun += 1) === 6) stopped.signals.send('SIGINT');
          return playedRun({ endOf: usual })(request, options);
        },
      });
      assert.equal(await evaluate(stopped), 130);
      assert.equal(stopped.out.text, '');
      assert.match(
        stopped.err.text,
        /5 of 12 rollouts are kept in .tool-r1.*\. The same command goes on\./,
      );
      const call = session();
      assert.equal(await evaluate(call), 0);
      assert.equal(call.runtime.requests.length, 7);
    });

    it('after kill -9 in the middle of a line', async () => {
      await evaluate(session());
      const file = `${await only()}/results.jsonl`;
      const lines = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, `${lines.slice(0, 8).join('\n')}\n${lines[8]?.slice(0, 30)}`);
      const call = session();
      assert.equal(await evaluate(call), 0);
      assert.match(call.err.text, /: 1 line of results cannot be read; what was there is done/);
      assert.equal(call.runtime.requests.length, 4);
    });

    it('and tries again what nobody could score', async () => {
      const call = session({
        run: playedRun({ endOf: (request) => (request.task.id === 'once' ? null : true) }),
      });
      assert.equal(await evaluate(call), 0);
      assert.match(call.out.text, /^3 of 12 rollouts could not be scored and count for nothing;/m);
      const again = session();
      await evaluate(again);
      assert.equal(again.runtime.requests.length, 3);
      assert.match(again.out.text, /^passed .*10 of 12 rollouts, 4 tasks$/m);
      assert.equal(new Set((await results()).map(({ trajectoryId }) => trajectoryId)).size, 15);
    });

    it('but not with a changed attachment, model or recipe: those are other evaluations', async () => {
      await evaluate(session(), '--seeds', '1');
      await folder.write('data.csv', 'a\n2\n');
      await evaluate(session(), '--seeds', '1');
      await evaluate(session(), '--seeds', '1', '--set', 'agent.maxSteps=3');
      await session().call('eval', 'tasks.jsonl', '-m', large, '--seeds', '1');
      assert.equal((await evaluations()).length, 4);
    });

    it('and not under a name that was begun otherwise', async () => {
      await evaluate(session(), '--name', 'mine');
      const call = session();
      assert.equal(await evaluate(call, '--name', 'mine', '--set', 'agent.topP=0.5'), 2);
      assert.match(
        call.err.text,
        /The evaluation mine was begun under another protocol: sampling\.topP/,
      );
      assert.equal(call.runtime.requests.length, 0);
    });
  });

  it('gives up after five failures in a row, and keeps what was done', async () => {
    const call = session({ run: playedRun({ endOf: () => unreachable }) });
    assert.equal(await evaluate(call), 4);
    assert.equal(call.runtime.requests.length, 5);
    assert.match(call.err.text, /^No answer\. Start it\.\n5 of 12 rollouts are kept in /m);
    assert.equal(call.out.text, '');
  });

  it('runs several rollouts at once when asked', async () => {
    let begun = 0;
    let release: () => void = () => undefined;
    const allBegun = new Promise<void>((resolve) => (release = resolve));
    const call = session({
      run: async (request, options) => {
        if ((begun += 1) === 4) release();
        await allBegun;
        return playedRun({ endOf: usual })(request, options);
      },
    });
    assert.equal(await evaluate(call, '--concurrency', '4'), 0);
    assert.equal((await results()).length, 12);
  });

  it('shows a bar with what passed and the time left on a terminal, and takes it away', async () => {
    const call = session({ isTTY: true, columns: 100, env: { NO_COLOR: '1' } });
    await evaluate(call);
    assert.match(call.err.text, /█{10}░{10} 6 of 12 rollouts, passed 50\.0 %, \S+ (ms|s) left/);
    assert.ok(call.err.text.endsWith('\r\u001B[2K'));
  });

  it('breaks sentences where a terminal ends', async () => {
    const call = session({ isTTY: true, columns: 60, env: { NO_COLOR: '1' } });
    await evaluate(call, '--seeds', '1');
    const lines = call.out.text.split('\n');
    const start = lines.findIndex((line) => line.startsWith('Intervals: '));
    assert.ok(start > 0);
    assert.ok(lines.slice(start, start + 5).every((line) => line.length <= 60));
  });

  it('takes the model of the environment where none is named', async () => {
    const call = session({ env: { TOOL_R1_MODEL: large } });
    await call.call('eval', 'tasks.jsonl', '--seeds', '1');
    assert.equal(call.runtime.requests[0]?.model, large);
    assert.match(call.out.text, /^A single run: how far chance moved it is not known\.$/m);
  });

  it('takes recipe and judge of the benchmark, and the rule judge is taught nothing', async () => {
    await folder.write(
      'math.jsonl',
      `${JSON.stringify({ problem: '1+1?', answer: '\\boxed{2}' })}\n`,
    );
    const call = session();
    await call.call('eval', 'math.jsonl', '-m', small, '--seeds', '1');
    const [request] = call.runtime.requests;
    assert.deepEqual(
      [request?.recipe.name, request?.judge?.name, request?.judge?.taught.examples],
      ['artist-math', 'math', []],
    );
  });

  const wrong: readonly (readonly [
    what: string,
    args: readonly string[],
    message: RegExp,
    prepare?: () => Promise<unknown>,
  ])[] = [
    ['no seeds', ['--seeds', '0'], /a whole number from 1 to 100/],
    ['one price', ['--price-in', '1'], /A cost needs both prices/],
    ['an unknown judge', ['--judge', 'me'], /There is no judge "me"/],
    [
      'an unknown kind',
      ['--benchmark', 'me'],
      /There is no kind of benchmark "me"\. Choose one of/,
    ],
    ['an unknown recipe', ['--recipe', 'me'], /There is no recipe me/],
    ['an unknown setting', ['--set', 'x.y=1'], /--set x\.y: there is no such setting/],
    ['a bad name', ['--name', '../x'], /"\.\.\/x" cannot be a --name/],
    ['a name for two', ['--name', 'x', '-m', large], /One --name cannot be of several models/],
    ['an unknown evaluation', ['--compare', 'gone'], /There is no evaluation gone: neither/],
    ['a name that is no model', ['-m', 'x'], /There is no model called "x"/],
    [
      'a missing attachment',
      [],
      /There is no file or folder .*data\.csv/,
      () => rm(`${folder.path}/data.csv`),
    ],
    [
      'a broken line',
      [],
      /tasks\.jsonl, line 5: .*Mend or delete what is wrong/,
      () => appendFile(`${folder.path}/tasks.jsonl`, '{"id":\n'),
    ],
    [
      'tasks for different recipes',
      ['--benchmark', 'functions'],
      /Some of the tasks are for the recipe toolrl, others for artist-tools/,
      () =>
        appendFile(
          `${folder.path}/tasks.jsonl`,
          taskLine('desk', { metadata: { environment: {} } }),
        ),
    ],
  ];
  for (const [what, args, message, prepare] of wrong) {
    it(`refuses ${what} before anything is rolled out`, async () => {
      await prepare?.();
      const call = session();
      assert.equal(await evaluate(call, ...args), 2);
      assert.match(call.err.text, message);
      assert.equal(call.out.text, '');
    });
  }
});
