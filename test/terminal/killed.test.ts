import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TrajectoryReader } from '../../runtime/store/trajectoryReader.ts';
import { CliProcess } from '../fakes/cliProcess.ts';
import { recording, reply, visitsCsv } from '../fakes/recordings.ts';

const runs = 10;
const steps = 8;
/** Reproducible moments; another seed tries others. */
const seed = Number(process.env['TOOL_R1_TEST_SEED'] ?? 20260301);

describe('tool-r1 run, killed with -9', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-killed-'));
    await writeFile(path.join(folder, 'visits.csv'), visitsCsv);
    const replies = Array.from({ length: steps }, (_, index) =>
      reply(`I look at part ${index}.`, `x${index} = open('visits.csv').read()\nprint(x${index})`),
    );
    // So that no run is over before it is killed, however late that comes.
    const last = reply('I wait.', 'while True: pass');
    await writeFile(path.join(folder, 'slow.json'), recording([...replies, last], 15));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [index, moment] of moments().entries()) {
    it(`after ${(moment * 100).toFixed(0)} % of its steps leaves a file that opens`, async () => {
      const out = `run${index}.trajectories.jsonl`;
      const run = new CliProcess(
        [
          'run',
          'What is in it?',
          ...['--file', 'visits.csv', '--model', 'replay:slow.json', '--out', out, '--json'],
        ],
        folder,
      );
      await run.printed('"rollout-started"');
      await waitForPart(run, moment);
      run.child.kill('SIGKILL');
      const { signal, out: printed } = await run.ended;
      assert.equal(signal, 'SIGKILL');

      const reader = await TrajectoryReader.open(path.join(folder, out));
      assert.ok(reader.problems.every((problem) => problem.torn));
      const [summary] = reader.summaries;
      assert.ok(summary, 'the trajectory is not in the file');
      const { trajectory, problems } = await reader.load(summary.id);
      assert.deepEqual(problems, []);
      // What was told as ended before the kill is in the file; only the step in flight may be lost.
      const told = printed
        .split('\n')
        .filter((line) => line.includes('"type":"step-ended"')).length;
      assert.ok(trajectory.steps.length >= told, `${trajectory.steps.length} of ${told} steps`);
      assert.ok(trajectory.steps.length <= told + 1);
      for (const step of trajectory.steps) {
        assert.equal(step.observation.kind, 'executed');
        assert.ok(step.observation.text.includes('wed,8'));
      }
    });
  }

  /** Waits until a part of the steps has begun, and a moment of the next one has passed. */
  async function waitForPart(run: CliProcess, part: number): Promise<void> {
    const position = part * steps;
    const step = Math.floor(position) + 1;
    await run.printed(`"type":"step-started","step":${step}`);
    await new Promise((resolve) => setTimeout(resolve, (position % 1) * 150));
  }

  function moments(): number[] {
    let state = seed;
    return Array.from({ length: runs }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (state / 0x7fff_ffff) * 0.95;
    });
  }
});
