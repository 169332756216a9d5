// Files that are larger than the memory that is allowed: read one record after the other, and written the same way.
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { CliProcess } from '../fakes/cliProcess.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

/** The whole file as text would not fit. */
const heap = { NODE_OPTIONS: '--max-old-space-size=48' };
const records = 60;
const long = 'x'.repeat(1_000_000);

describe('tool-r1 import of a file larger than its memory', function () {
  // 60 MB are written, read, written and counted, on a machine that may be slow.
  this.timeout(120_000);
  const inFolder = temporaryFolder();

  async function imported(name: string, pieces: Iterable<string>) {
    const file = await open(inFolder(name), 'w');
    for (const piece of pieces) await file.write(piece);
    await file.close();
    const to = inFolder('out.trajectories.jsonl');
    const run = new CliProcess(['import', inFolder(name), '--to', to, '--json'], inFolder(), heap);
    const { code, out, err } = await run.ended;
    assert.equal(code, 0, err);
    return out;
  }

  function* verl(): Generator<string> {
    const row = JSON.stringify({ input: 'Say x.', output: long, gts: 'x', score: 1, step: 1 });
    for (let count = 0; count < records; count += 1) yield `${row}\n`;
  }

  /** One list, on many lines. */
  function* tauBench(): Generator<string> {
    const task = { instruction: 'Say x.', actions: [] };
    const run = {
      ...{ task_id: 1, reward: 1, info: { task }, trial: 0 },
      traj: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: long },
      ],
    };
    for (let count = 0; count < records; count += 1) {
      yield `${count === 0 ? '[' : ','}${JSON.stringify(run, null, 2)}\n`;
    }
    yield ']';
  }

  it('reads lines', async () => {
    assert.match(await imported('1.jsonl', verl()), /"trajectories":60,"steps":60,/);
  });

  it('reads a list', async () => {
    assert.match(await imported('runs.json', tauBench()), /"trajectories":60,"steps":60,/);
  });
});
