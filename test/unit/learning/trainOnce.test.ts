import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { argumentsOf, trainOnce } from '../../learning/trainOnce.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const wish = {
  ...{ recipe: 'tool-r1', tasks: 't.jsonl', model: 'm' },
  ...{ seed: 3, steps: 6, changes: ['a=1', 'b=2'] },
};

describe('one run of a learning set', () => {
  const below = temporaryFolder();

  it('asks for what was wished', () => {
    const args = argumentsOf({ ...wish, run: 'r' });
    assert.match(
      args.join(' '),
      /--recipe tool-r1 --tasks t\.jsonl --model m --out r --seed 3 --steps 6 /,
    );
    assert.deepEqual(args.slice(-4), ['--set', 'a=1', '--set', 'b=2']);
  });

  it('is not done twice', async () => {
    const status = {
      ...{ version: 1, runId: 'r', state: 'done', at: '2026-05-04T09:30:00.000Z', host: 'here' },
      ...{
        supervisorPid: 1,
        step: 6,
        totalSteps: 6,
        activity: 'Done',
        processes: [],
        problem: null,
      },
    };
    await writeFile(below('status.json'), JSON.stringify(status));
    await trainOnce({ ...wish, run: below(), cli: below('no-such-program.mjs') });
  });

  it('that fails is said', async () => {
    const cli = below('cli.mjs');
    await writeFile(cli, 'process.exit(3);');
    await assert.rejects(trainOnce({ ...wish, run: below('run'), cli }), /ended with code 3\./);
  });
});
