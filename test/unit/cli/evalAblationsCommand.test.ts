import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { RolloutRequest } from '../../../runtime/agentRuntime.ts';
import type { RunStatus } from '../../../runtime/contract/training/runFolder.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { playedRun } from '../../fakes/playedRollouts.ts';
import { makeStatus } from '../../fakes/trainingRecords.ts';

const rows = [
  'vanilla GRPO',
  '+ difficulty filter',
  '+ parse and exec rewards',
  '+ sample queue, without resampling',
  '+ resampling',
];

/** What each model passes of four tasks. */
const passed = [0, 2, 3, 3, 4];

describe('tool-r1 eval --ablations', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    const lines = ['0', '1', '2', '3'].map(
      (id) => `${JSON.stringify({ version: 1, id, question: `${id}?`, referenceAnswer: '1' })}\n`,
    );
    await folder.write('tasks.jsonl', lines.join(''));
  });
  afterEach(() => folder.remove());

  const models = rows.map((_, place) => `m${place}@http://localhost:1/v1`);

  const endOf = ({ model, task }: RolloutRequest) =>
    Number(task.id) < (passed[models.indexOf(model)] ?? 0);

  const session = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: folder.path, run: playedRun({ endOf }), ...options });

  const ablate = (call: TerminalSession, ...args: string[]) =>
    call.call('eval', 'tasks.jsonl', '--ablations', '--seeds', '1', ...args);

  const named = (list = models) => list.flatMap((model) => ['-m', model]);

  describe('with a model for each row', () => {
    it('evaluates them under one protocol, each against the row above', async () => {
      const call = session();
      assert.equal(await ablate(call, ...named()), 0);
      assert.equal(call.runtime.requests.length, 5 * 4);
      assert.ok(call.runtime.requests.every(({ recipe }) => recipe.name === 'tool-r1-paper'));
      const { text } = call.out;
      assert.match(
        text,
        /^Tool-R1, Table 2 \(7B\) on tasks\.jsonl\n +passed +95 % +to the row above/,
      );
      assert.match(text, /^vanilla GRPO +0\.0 % +0\.0 % to \d+\.\d % +9\.09 %$/m);
      assert.match(
        text,
        /^\+ difficulty filter +50\.0 % .* \+50\.0 points .* 0\.500 .* 16\.36 %$/m,
      );
      assert.match(text, /^\+ sample queue, without resampling +75\.0 % .* 0\.0 points .* 1\.000/m);
      assert.match(text, /^\+ resampling +100\.0 % .* \+25\.0 points .* 19\.39 %$/m);
    });

    it('goes on where it was', async () => {
      await ablate(session(), ...named());
      const call = session();
      assert.equal(await ablate(call, ...named()), 0);
      assert.equal(call.runtime.requests.length, 0);
    });

    it('prints JSON', async () => {
      const call = session();
      await ablate(call, ...named(), '--json');
      const printed = JSON.parse(call.out.text) as {
        type: string;
        rows: { row: string; changes: string[]; model: string; paper: number; change: unknown }[];
      };
      assert.equal(printed.type, 'ablations');
      assert.deepEqual(
        printed.rows.map(({ row, model, paper }) => [row, model, paper]),
        rows.map((row, place) => [
          ...[row, models[place]],
          [9.09, 16.36, 18.79, 18.18, 19.39][place],
        ]),
      );
      assert.equal(printed.rows[0]?.change, null);
      assert.ok(printed.rows[0].changes.includes('queue.enabled=false'));
    });

    it('has the rows of other recipes', async () => {
      const call = session();
      const args = [...named(models.slice(0, 4)), '--recipe', 'efficient', '--benchmark', 'tasks'];
      assert.equal(await ablate(call, ...args), 0);
      assert.match(call.out.text, /^Efficiency paper, ingredients on tasks\.jsonl\n/);
      assert.match(call.out.text, /^down-sampling only +75\.0 %/m);
    });
  });

  describe('with models that are trained for it', () => {
    /** A `tool-r1` that trains at once: it writes its arguments down, and leaves a run that is done. */
    async function training(
      status: Partial<RunStatus> = { state: 'done' },
      code = 0,
      saves = true,
    ) {
      const program = path.join(folder.path, 'program.mjs');
      const text = `
        import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
        const args = process.argv.slice(2);
        appendFileSync(${JSON.stringify(calls())}, JSON.stringify(args) + '\\n');
        const run = args[args.indexOf('--out') + 1];
        const checkpoint = run + '/checkpoints/checkpoint-7';
        mkdirSync(checkpoint, { recursive: true });
        if (${saves}) writeFileSync(checkpoint + '/rollout_state.jsonl', '{}\\n');
        writeFileSync(run + '/status.json', ${JSON.stringify(JSON.stringify(makeStatus(status)))});
        process.exitCode = ${code};
      `;
      await writeFile(program, text);
      return {
        program: [process.execPath, program] as const,
        ...{ trainerFolder: '/nowhere', queueFolder: '/nowhere' },
        preparePython: () => Promise.reject(new Error('the program of this test needs none')),
      };
    }

    const calls = () => path.join(folder.path, 'calls.jsonl');

    async function trained(): Promise<readonly string[][]> {
      const text = await readFile(calls(), 'utf8').catch(() => '');
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as string[]);
    }

    const train = ['--train-tasks', 'train.jsonl', '--train-model', 'qwen'];
    const right = playedRun({ endOf: () => true });

    it('trains each row with its settings, and evaluates its newest checkpoint', async () => {
      const call = session({ training: await training(), run: right });
      const args = [...train, '--train-option=--device=cuda'];
      assert.equal(await ablate(call, ...args), 0);
      const [first, ...others] = await trained();
      assert.equal(others.length, 4);
      const out = first?.[2] ?? '';
      assert.match(out, /ablation-vanilla-grpo-[0-9a-f]{8}$/);
      assert.deepEqual(first, [
        ...['train', '--out', out, '--recipe', 'tool-r1-paper', '--tasks', 'train.jsonl'],
        ...['--model', 'qwen', '--set', 'difficultyFilter.enabled=false'],
        ...['--set', 'reward.weights.parse=0', '--set', 'reward.weights.exec=0'],
        ...['--set', 'queue.enabled=false', '--device=cuda'],
      ]);
      const asked = new Set(call.runtime.requests.map(({ model }) => model));
      assert.equal(asked.size, 5);
      assert.ok(asked.has(`checkpoint:${path.basename(out)}/7`));
      assert.match(
        call.err.text,
        /^Training the row vanilla GRPO in .tool-r1.runs.ablation-vanilla/m,
      );
    });

    it('trains no row twice, resumes one that was broken off, looks on at one that runs', async () => {
      await ablate(session({ training: await training(), run: right }), ...train);
      const again = session({ training: await training(), run: right });
      assert.equal(await ablate(again, ...train), 0);
      assert.equal((await trained()).length, 5);

      const runs = path.join(folder.path, '.tool-r1', 'runs');
      const [plain = '', filtered = ''] = await Promise.all(
        ['ablation-vanilla', 'ablation-difficulty'].map(async (start) => {
          const name = (await readdir(runs)).find((one) => one.startsWith(start));
          return path.join(runs, name ?? '');
        }),
      );
      const crashed = makeStatus({ state: 'crashed' });
      await writeFile(path.join(plain, 'status.json'), JSON.stringify(crashed));
      const running = { state: 'running', supervisorPid: process.pid, host: hostname() } as const;
      const living = makeStatus({ ...running, at: new Date().toISOString() });
      await writeFile(path.join(filtered, 'status.json'), JSON.stringify(living));
      const call = session({ training: await training(), run: right });
      // The program of this test does not look on: the run is still running when it comes back.
      assert.equal(await ablate(call, ...train), 2);
      assert.deepEqual((await trained()).slice(5), [
        ['train', '--resume', '--out', plain],
        ['train', '--watch', filtered],
      ]);
      assert.match(
        call.err.text,
        /The training of the row \+ difficulty filter was stopped before/,
      );
    });

    it('says which row did not come to its end', async () => {
      const call = session({ training: await training({ state: 'crashed' }, 8), run: right });
      assert.equal(await ablate(call, ...train), 2);
      assert.match(
        call.err.text,
        /The training of the row vanilla GRPO ended with code 8\. .*the same command goes on\.$/m,
      );
      assert.equal(call.runtime.requests.length, 0);
    });

    it('says when a run left nothing to evaluate', async () => {
      const none = await training({ state: 'done' }, 0, false);
      const call = session({ training: none, run: right });
      assert.equal(await ablate(call, ...train), 2);
      assert.match(call.err.text, /The run of the row vanilla GRPO left no checkpoint in /);
    });
  });

  const wrong: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    [
      'too few models',
      ['-m', 'm0@http://localhost:1/v1'],
      /Tool-R1, Table 2 \(7B\) has 5 rows: vanilla GRPO; .* Name a --model for each in this order/,
    ],
    ['no models', [], /has 5 rows: .*--train-tasks FILE --train-model FOLDER/],
    [
      'a recipe without table',
      ['--recipe', 'tool-r1'],
      /The recipe tool-r1 has no ablation\. Take/,
    ],
    ['one training option', ['--train-tasks', 'x'], /Training the rows needs both/],
    ['a name', ['--name', 'x'], /Leave --name and --compare out/],
    [
      'another machine',
      ['--train-tasks', 'x', '--train-model', 'y', '--train-option=--machine=gpu'],
      /Rows are trained on this computer/,
    ],
  ];
  for (const [what, args, message] of wrong) {
    it(`refuses ${what}`, async () => {
      const call = session();
      assert.equal(await ablate(call, ...args), 2);
      assert.match(call.err.text, message);
      assert.equal(call.runtime.requests.length, 0);
    });
  }
});
