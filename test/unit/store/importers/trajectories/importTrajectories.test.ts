import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type {
  ForeignFormat,
  ForeignItem,
} from '../../../../../runtime/store/importers/trajectories/foreignFormat.ts';
import { importTrajectories } from '../../../../../runtime/store/importers/trajectories/importTrajectories.ts';
import { failure, HumanError } from '../../../../../runtime/support/errors.ts';
import { failureOf } from '../../../../fakes/failureOf.ts';
import { makeForeignTrajectory } from '../../../../fakes/foreignTrajectory.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('importTrajectories', () => {
  const inFolder = temporaryFolder();

  function formatOf(...items: readonly (ForeignItem | Error | (() => void))[]): ForeignFormat {
    return {
      id: 'verl',
      title: 'Made up',
      patterns: [],
      detect: () => true,
      async *read() {
        for (const item of items) {
          await Promise.resolve();
          if (item instanceof Error) throw item;
          if (typeof item === 'function') item();
          else yield item;
        }
      },
    };
  }

  const one: ForeignItem = { kind: 'trajectory', trajectory: makeForeignTrajectory() };

  async function source(): Promise<string> {
    await writeFile(inFolder('in.json'), '');
    return inFolder('in.json');
  }

  async function run(format: ForeignFormat, signal = new AbortController().signal) {
    const wish = { format, file: await source(), to: inFolder('out.trajectories.jsonl') };
    return importTrajectories(wish, { signal, onProgress: () => undefined });
  }

  it('writes records of every trajectory', async () => {
    const trajectory = makeForeignTrajectory({ id: 'same' });
    const items = [
      one,
      { kind: 'trajectory', trajectory } as const,
      { kind: 'trajectory', trajectory } as const,
    ];
    const to = inFolder('out.jsonl');
    const imported = await importedFile(formatOf(...items), await source(), to);
    assert.deepEqual([imported.trajectories, imported.steps, imported.format], [3, 3, 'Made up']);
    assert.deepEqual(
      imported.read.map(({ started }) => started.trajectoryId),
      ['verl-1', 'same', 'same-2'],
    );
  });

  it('lists what found no place, and keeps it', async () => {
    const unmapped = { 'traj[3].audio': 'x', 'traj[14].audio': 'y', cost: 1 };
    const trajectory = makeForeignTrajectory({ unmapped });
    const item = { kind: 'trajectory', trajectory } as const;
    const imported = await importedFile(formatOf(item, item), await source(), inFolder('o.jsonl'));
    assert.deepEqual(imported.unmapped, [
      { path: 'traj[].audio', count: 4 },
      { path: 'cost', count: 2 },
    ]);
    assert.deepEqual(imported.read[0]?.started['unmapped'], unmapped);
  });

  it('tells of problems and imports the rest', async () => {
    const problem: ForeignItem = { kind: 'problem', where: 'line 2', message: 'not JSON' };
    const { trajectories, problems, problemCount } = await run(formatOf(problem, one));
    assert.deepEqual(problems, [{ where: 'line 2', message: 'not JSON' }]);
    assert.deepEqual([trajectories, problemCount], [1, 1]);
  });

  it('keeps the first of very many problems, and counts all', async () => {
    const problem: ForeignItem = { kind: 'problem', where: 'x', message: 'y' };
    const { problems, problemCount } = await run(
      formatOf(one, ...Array<typeof problem>(5000).fill(problem)),
    );
    assert.deepEqual([problems.length, problemCount], [1000, 5000]);
  });

  it('makes no record that would not open', async () => {
    const usage = { promptTokens: -1, completionTokens: 0 };
    const [step] = makeForeignTrajectory().steps;
    assert.ok(step !== undefined);
    const trajectory = makeForeignTrajectory({ steps: [{ ...step, usage }] });
    const { trajectories, problems } = await run(formatOf({ kind: 'trajectory', trajectory }, one));
    assert.equal(trajectories, 1);
    assert.match(problems[0]?.message ?? '', /step\.reply\.usage/);
  });

  it('tells of what is nested too deeply', async () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    const trajectory = makeForeignTrajectory({ unmapped: { nested } });
    const { problems } = await run(formatOf({ kind: 'trajectory', trajectory }, one));
    assert.match(problems[0]?.message ?? '', /nested too deeply/);
  });

  it('writes lone surrogates so that they are read again', async () => {
    const trajectory = makeForeignTrajectory({ finalAnswer: 'a\ud800b' });
    const imported = await importedFile(
      formatOf({ kind: 'trajectory', trajectory }),
      await source(),
      inFolder('o.jsonl'),
    );
    assert.equal(imported.read[0]?.ended?.finalAnswer, 'a\ud800b');
  });

  it('writes nothing when there is nothing', async () => {
    const problem: ForeignItem = { kind: 'problem', where: 'line 1', message: 'not JSON' };
    await assert.rejects(run(formatOf(problem)), (error) => {
      assert.ok(error instanceof HumanError);
      assert.match(error.message, /in\.json holds no trajectory .* Made up\. line 1: not JSON\.$/);
      return true;
    });
    assert.deepEqual(await readdir(inFolder()), ['in.json']);
  });

  it('leaves nothing half written when reading fails', async () => {
    const broken = failure('store', 'read-failed', 'The disk is gone.');
    assert.equal((await failureOf(run(formatOf(one, broken)))).code, 'store/read-failed');
    assert.deepEqual(await readdir(inFolder()), ['in.json']);
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const stop = () => {
      controller.abort();
    };
    await assert.rejects(run(formatOf(one, stop, one), controller.signal), { name: 'AbortError' });
    assert.deepEqual(await readdir(inFolder()), ['in.json']);
  });

  it('replaces no file, and says so before it reads', async () => {
    await writeFile(inFolder('out.trajectories.jsonl'), 'mine');
    const unread = formatOf(new Error('was read'));
    assert.equal((await failureOf(run(unread))).code, 'store/exists');
    assert.equal(await readFile(inFolder('out.trajectories.jsonl'), 'utf8'), 'mine');
  });

  it('names a file that is not there', async () => {
    const wish = { format: formatOf(one), file: inFolder('none.json'), to: inFolder('out.jsonl') };
    const host = { signal: new AbortController().signal, onProgress: () => undefined };
    assert.equal((await failureOf(importTrajectories(wish, host))).code, 'store/no-file');
    assert.ok(!existsSync(inFolder('out.jsonl')));
  });
});
