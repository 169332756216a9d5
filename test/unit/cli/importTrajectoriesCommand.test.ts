import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/imports');
const tauBench = path.join(fixtures, 'tau-bench.json');
const verl = path.join(fixtures, 'verl.jsonl');

describe('tool-r1 import --to', () => {
  const inFolder = temporaryFolder();

  async function call(...args: string[]) {
    const session = new TerminalSession({ cwd: inFolder('.') });
    const code = await session.call('import', ...args);
    return { code, out: session.out.text, err: session.err.text };
  }

  it('writes a trajectory file that opens, and lists what found no place', async () => {
    const { code, out, err } = await call(tauBench, '--to', 'out.trajectories.jsonl');
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(out.split('\n'), [
      `2 trajectories with 3 steps from ${tauBench} (tau-bench results) written to out.trajectories.jsonl.`,
      'Kept without a place of its own: info.reward_info.info.gt_data_hash (1)',
      'Kept without a place of its own: info.source (1)',
      'Kept without a place of its own: info.traceback (1)',
      'Kept without a place of its own: info.user_cost (1)',
      '',
    ]);
    const session = new TerminalSession({ cwd: inFolder('.') });
    assert.equal(await session.call('show', 'out.trajectories.jsonl', 'task-3-trial-0'), 0);
    assert.match(session.out.text, /cancel_reservation\(reservation_id='XQ4K2P'\)/);
  });

  it('imports what it can, names the rest, and tells by its exit code', async () => {
    const { code, out, err } = await call(verl, '--to', 'out.jsonl');
    assert.equal(code, 2);
    assert.match(out, /^5 trajectories with 6 steps from .*verl\.jsonl \(verl rollouts\)/);
    assert.match(err, /verl\.jsonl, line 13: a text has no end/);
    assert.match(err, /verl\.jsonl, line 2: 1 x numbers written as texts/);
  });

  it('prints JSON', async () => {
    const { code, out } = await call(tauBench, '--to', 'out.jsonl', '--json');
    assert.equal(code, 0);
    const Outcome = z.object({
      file: z.string(),
      trajectories: z.int(),
      unmapped: z.array(z.unknown()),
    });
    const { file, trajectories, unmapped } = Outcome.parse(JSON.parse(out));
    assert.deepEqual([file, trajectories, unmapped.length], [inFolder('out.jsonl'), 2, 4]);
  });

  it('takes the format that it is told', async () => {
    const { code, err } = await call(tauBench, '--to', 'out.jsonl', '--format', 'verl');
    assert.equal(code, 2);
    assert.match(err, /holds no trajectory that can be imported as verl rollouts/);
    assert.ok(!existsSync(inFolder('out.jsonl')));
  });

  it('names the formats when the file does not tell', async () => {
    await writeFile(inFolder('x.json'), '{"a": 1}');
    const { code, err } = await call('x.json', '--to', 'out.jsonl');
    assert.equal(code, 2);
    assert.match(err, /x\.json is no file of trajectories that is known\..*--format: verl \(verl/);
    const wrong = await call('x.json', '--to', 'out.jsonl', '--format', 'vrl');
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /Allowed choices are verl,/);
  });

  it('replaces no file', async () => {
    await writeFile(inFolder('mine.jsonl'), 'mine');
    const { code, err } = await call(tauBench, '--to', 'mine.jsonl');
    assert.equal(code, 6);
    assert.match(err, /is there already and is not replaced/);
    assert.equal(await readFile(inFolder('mine.jsonl'), 'utf8'), 'mine');
  });

  it('is named where a file of trajectories is imported as tasks', async () => {
    const { code, err } = await call(tauBench);
    assert.equal(code, 2);
    assert.match(err, /holds trajectories \(tau-bench results\), not agent tasks\. .*--to NAME/);
    assert.ok(!existsSync(inFolder('.tool-r1')));
  });

  it('goes together with no option of tasks', async () => {
    const out = await call(tauBench, '--to', 'a.jsonl', '--out', 'b.jsonl');
    assert.equal(out.code, 2);
    assert.match(out.err, /cannot be used with option '--to/);
    const format = await call(tauBench, '--format', 'verl');
    assert.equal(format.code, 2);
    assert.match(format.err, /Name the new file for them too/);
  });
});
