import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { exportFormats } from '../../../runtime/contract/exportFormats.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

describe('tool-r1 export', () => {
  const inFolder = temporaryFolder();
  const records = [...makeTrajectoryRecords('a'), ...makeTrajectoryRecords('b')];
  beforeEach(() => writeFile(inFolder('x.trajectories.jsonl'), asLines(records)));

  async function call(...args: string[]) {
    const session = new TerminalSession({ cwd: inFolder('.') });
    const code = await session.call('export', 'x.trajectories.jsonl', ...args);
    return { code, out: session.out.text, err: session.err.text };
  }

  it('writes all trajectories in each format', async () => {
    for (const format of exportFormats) {
      const { code, out, err } = await call('--format', format, '--to', `out.${format}`);
      const told = `2 trajectories from x.trajectories.jsonl written to out.${format}.\n`;
      assert.deepEqual([code, out, err], [0, told, '']);
      const text = await readFile(inFolder(`out.${format}`), 'utf8');
      assert.match(text, /\b42\b/, format);
    }
  });

  it('writes the records as they are as JSON Lines', async () => {
    await call('--format', 'jsonl', '--to', 'out.jsonl');
    assert.equal(await readFile(inFolder('out.jsonl'), 'utf8'), asLines(records));
  });

  it('writes those that are named, each once', async () => {
    const { out } = await call(
      '--format',
      'jsonl',
      '--to',
      'out.jsonl',
      '--id',
      'b',
      '--id',
      'b',
      '--json',
    );
    assert.deepEqual(JSON.parse(out), {
      file: inFolder('out.jsonl'),
      format: 'jsonl',
      trajectories: 1,
    });
    assert.equal(
      await readFile(inFolder('out.jsonl'), 'utf8'),
      asLines(makeTrajectoryRecords('b')),
    );
  });

  it('replaces nothing, and writes nothing for a name that is not there', async () => {
    await writeFile(inFolder('out.md'), 'mine');
    const taken = await call('--format', 'markdown', '--to', 'out.md');
    assert.notEqual(taken.code, 0);
    assert.match(taken.err, /is there already and is not replaced/);
    assert.equal(await readFile(inFolder('out.md'), 'utf8'), 'mine');
    const unknown = await call('--format', 'atif', '--to', 'out.json', '--id', 'c');
    assert.match(unknown.err, /has no trajectory c/);
    await assert.rejects(readFile(inFolder('out.json')));
  });

  it('says what a file without trajectories is, and which formats there are', async () => {
    await writeFile(inFolder('x.trajectories.jsonl'), '');
    assert.match((await call('--format', 'atif', '--to', 'o')).err, /has no trajectory/);
    assert.match((await call('--format', 'csv', '--to', 'o')).err, /Allowed choices are jsonl/);
  });
});
