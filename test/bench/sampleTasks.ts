// `npm run measure -- [model] [seeds] [options of tool-r1 run]`: how many tasks of the sample workspace a model solves, by the
// rule judge, each task once per seed through the bundled command line. The README quotes what this prints for the embedded
// model.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import PQueue from 'p-queue';

const root = path.resolve(import.meta.dirname, '../..');
const tasksFile = path.join(root, 'media', 'sample-workspace', 'tasks.jsonl');
const [model = 'embedded', seedCount = '5', ...runOptions] = process.argv.slice(2);

interface Outcome {
  readonly task: string;
  readonly seed: number;
  readonly solved: boolean;
  readonly stopReason: string;
  readonly answer: string | null;
  readonly seconds: number;
}

async function main(): Promise<void> {
  const tasks = (await readFile(tasksFile, 'utf8')).trim().split('\n').map(idOf);
  const seeds = Array.from({ length: Number(seedCount) }, (_, index) => index + 1);
  const folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-measure-'));
  const queue = new PQueue({ concurrency: Math.max(1, availableParallelism() - 1) });
  try {
    const runs = seeds.flatMap((seed) => tasks.map((task) => () => runTask(task, seed, folder)));
    report(tasks, seeds, await queue.addAll(runs));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function idOf(line: string): string {
  return (JSON.parse(line) as { id: string }).id;
}

async function runTask(task: string, seed: number, folder: string): Promise<Outcome> {
  const started = performance.now();
  const args = [
    'run',
    '--task',
    `${tasksFile}#${task}`,
    '--model',
    model,
    '--seed',
    `${seed}`,
    ...runOptions,
  ];
  const file = path.join(folder, `${task}-${seed}.trajectories.jsonl`);
  const lines = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'dist', 'cli.mjs'), ...args, '--json', '--out', file],
      { cwd: folder, maxBuffer: 256 << 20 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const ended = lastEvent(lines);
  const outcome = {
    task,
    seed,
    solved: ended.reward?.parts.find((part) => part.name === 'answer')?.score === 1,
    stopReason: ended.stopReason,
    answer: ended.finalAnswer,
    seconds: (performance.now() - started) / 1000,
  };
  console.error(
    `${task} seed ${seed}: ${outcome.solved ? 'solved' : outcome.stopReason} ${JSON.stringify(outcome.answer).slice(0, 60)} (${outcome.seconds.toFixed(0)} s)`,
  );
  return outcome;
}

interface EndedEvent {
  readonly type: string;
  readonly stopReason: string;
  readonly finalAnswer: string | null;
  readonly reward: { readonly parts: readonly { name: string; score: number }[] } | null;
}

/** The last event of `--json` carries the outcome. */
function lastEvent(lines: string): EndedEvent {
  const event = JSON.parse(lines.trim().split('\n').at(-1) ?? '{}') as EndedEvent;
  if (event.type !== 'rollout-ended') throw new Error('the run ended without its last event');
  return event;
}

function report(tasks: readonly string[], seeds: readonly number[], outcomes: readonly Outcome[]) {
  console.log(`model ${model} ${runOptions.join(' ')}, ${seeds.length} seeds, judged by rule\n`);
  for (const task of tasks) {
    const own = outcomes.filter((outcome) => outcome.task === task);
    const solved = own.filter((outcome) => outcome.solved).length;
    const answers = own.map((outcome) => outcome.answer?.slice(0, 24) ?? outcome.stopReason);
    console.log(`${task}  ${solved}/${seeds.length}  ${answers.join(' | ')}`);
  }
  const perSeed = seeds.map(
    (seed) => outcomes.filter((outcome) => outcome.seed === seed && outcome.solved).length,
  );
  const mean = perSeed.reduce((sum, count) => sum + count, 0) / seeds.length;
  console.log(
    `\nsolved of ${tasks.length} by seed: ${perSeed.join(', ')}; mean ${mean.toFixed(1)}`,
  );
}

await main();
