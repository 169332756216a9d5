import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { trlFormat } from '../../../../../runtime/store/importers/trajectories/trlFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../../fixtures');

describe('TRL completions', () => {
  const inFolder = temporaryFolder();

  const imported = (name: string) =>
    importedFile(trlFormat, path.join(fixtures, 'imports', name), inFolder('out.jsonl'));

  it('is told by its name and its mark', () => {
    const table = Buffer.from('PAR1');
    assert.ok(trlFormat.detect('run/completions_00005.parquet', table));
    assert.ok(trlFormat.detect('completions.parquet', table));
    assert.ok(!trlFormat.detect('train.parquet', table));
    assert.ok(!trlFormat.detect('completions_1.parquet', Buffer.from('x')));
  });

  it('reads chats with calls of tools', async () => {
    const { read } = await imported('completions_00005.parquet');
    const [{ started, steps, ended } = assert.fail()] = read;
    assert.deepEqual(started.prompt, {
      system: 'Answer with a number.',
      user: 'How much is 6 * 7?',
    });
    assert.deepEqual(steps[0]?.toolCalls[0]?.arguments, { a: 6, b: 7 });
    assert.deepEqual([steps.length, ended?.finalAnswer, started.policyVersion], [2, '42', 4]);
    assert.equal(new Set(read.map((one) => one.started.task.id)).size, 1);
  });

  it('has a score for each reward function, and no claim about weights', async () => {
    const { read, notes, unmapped } = await imported('completions_00005.parquet');
    assert.deepEqual(
      read.map(({ reward }) => [reward?.total, ...(reward?.parts.map(({ score }) => score) ?? [])]),
      [
        [1.5, 1, 0.5, 1.1],
        [0, 0, 0, -0.4],
        [0, null, 0, -0.7],
      ],
    );
    assert.match(notes[0]?.message ?? '', /does not hold the weights/);
    assert.deepEqual(unmapped, [{ path: 'extracted', count: 2 }]);
  });

  it('reads texts of old versions', async () => {
    const { read, notes } = await imported('completions_00002.parquet');
    const [{ started, ended, reward } = assert.fail()] = read;
    assert.deepEqual(
      [started.task.question, ended?.finalAnswer, reward?.total, started.policyVersion],
      ['Say hi.', 'Hi!', -17, 1],
    );
    assert.deepEqual(notes, []);
  });

  it('says what is wrong with a table of something else', async () => {
    await copyFile(path.join(fixtures, 'toolrl', 'plain.parquet'), inFolder('completions.parquet'));
    const other = importedFile(trlFormat, inFolder('completions.parquet'), inFolder('out.jsonl'));
    await assert.rejects(other, (error) => {
      assert.ok(error instanceof HumanError);
      assert.match(error.message, /row 1: no row of TRL: prompt/);
      return true;
    });
  });

  it('refuses a table whose columns are not those of its schema', async () => {
    const whole = await readFile(path.join(fixtures, 'imports', 'completions_00005.parquet'));
    const name = Buffer.from('format_reward');
    const told: string[] = [];
    for (let at = whole.indexOf(name); at >= 0; at = whole.indexOf(name, at + 1)) {
      const renamed = Buffer.from(whole);
      renamed[at] = 0x58;
      await writeFile(inFolder('completions.parquet'), renamed);
      const reading = importedFile(trlFormat, inFolder('completions.parquet'), inFolder('o.jsonl'));
      told.push(
        await reading.then(
          ({ format }) => format,
          (error: unknown) => String(error),
        ),
      );
    }
    assert.ok(told.some((text) => text.includes('its columns are not those of its schema')));
  });

  it('says that a file was cut off', async () => {
    const whole = await readFile(path.join(fixtures, 'imports', 'completions_00005.parquet'));
    for (const length of [0, 4, 1000, whole.length - 1]) {
      const file = inFolder(`${length}.parquet`);
      await writeFile(file, whole.subarray(0, length));
      await assert.rejects(importedFile(trlFormat, file, inFolder('out.jsonl')), HumanError);
    }
  });
});
