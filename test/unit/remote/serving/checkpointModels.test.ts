import assert from 'node:assert/strict';
import { ModelListing } from '../../../../runtime/contract/requests.ts';
import type { RunListing, RunPlace } from '../../../../runtime/contract/training/runView.ts';
import { parseCheckpointName, parseModelName } from '../../../../runtime/policy/modelName.ts';
import { CheckpointModels } from '../../../../runtime/remote/serving/checkpointModels.ts';
import type { ServedPlace } from '../../../../runtime/remote/serving/servedCheckpoints.ts';
import { HumanError } from '../../../../runtime/support/errors.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import { makeRunListing } from '../../../fakes/runPages.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

function run(machine: string, name: string, newestCheckpoint: number | null = 6): RunListing {
  const place = { machine, folder: `/home/ada/.tool-r1/runs/${name}` };
  return {
    ...makeRunListing({ state: 'stopped', steps: 6, now, name }),
    ...{ place, newestCheckpoint },
  };
}

/** Machines with these runs, of which the later ones are seen only after a look. */
class Scripted {
  readonly served: ServedPlace[] = [];
  readonly checked: string[] = [];
  readonly progress: Progress[] = [];
  readonly workspaces: string[][] = [];
  looks = 0;
  readonly models: CheckpointModels;

  constructor(runs: readonly RunListing[], later: readonly RunListing[] = []) {
    const isServed = ({ folder }: RunPlace, step: number) =>
      this.served.some((one) => one.place.folder === folder && one.step === step);
    this.models = new CheckpointModels({
      runs: {
        known: (workspaces) => {
          this.workspaces.push([...workspaces]);
          return Promise.resolve(this.looks === 0 ? runs : [...runs, ...later]);
        },
        renewAll: () => {
          this.looks += 1;
          return Promise.resolve(['b200 is offline: No route to host.']);
        },
      },
      checkpoints: {
        find: (place, step) => {
          this.checked.push(`${place.machine} ${step}`);
          return step < 100
            ? Promise.resolve({ step } as never)
            : Promise.reject(new HumanError('The run has no checkpoint of train step 100.'));
        },
      },
      serving: {
        all: () => this.served,
        isServed,
        serve: (place, step) => {
          this.served.push({ place, step });
          return Promise.resolve({
            ...{ model: `checkpoint-${step}@http://127.0.0.1:4100/v1`, localPort: 4100 },
            ...{ ended: new Promise<void>(() => undefined), problem: () => null },
          });
        },
      },
      workspaces: ['/here'],
    });
  }

  serve(name: string) {
    const { signal } = new AbortController();
    const onProgress = (one: Progress) => void this.progress.push(one);
    return this.models.serve(parseCheckpointName(name), { signal, onProgress });
  }
}

describe('checkpoints as models', () => {
  it('are found by the name of their run, looked for there, and served', async () => {
    const scripted = new Scripted([run('a100', 'first'), run('a100', 'second')]);
    const { model } = await scripted.serve('checkpoint:second/4');
    assert.equal(model, 'checkpoint-4@http://127.0.0.1:4100/v1');
    assert.deepEqual(scripted.checked, ['a100 4']);
    assert.equal(scripted.served[0]?.place.folder, '/home/ada/.tool-r1/runs/second');
    await scripted.serve('checkpoint:second/4');
    assert.deepEqual(scripted.checked, ['a100 4'], 'one that is served is not looked for');
    assert.equal(scripted.looks, 0, 'a known run needs no look at the machines');
  });

  it('are looked for on the machines when their run is not known yet', async () => {
    const scripted = new Scripted([], [run('a100', 'first')]);
    await scripted.serve('checkpoint:first/4');
    assert.equal(scripted.looks, 1);
    assert.match(scripted.progress[0]?.activity ?? '', /Looking for the run first/);
  });

  it('say which machines were not heard when there is no such run', async () => {
    const scripted = new Scripted([run('a100', 'first')]);
    await assert.rejects(scripted.serve('checkpoint:third/4'), {
      name: 'HumanError',
      message:
        'There is no run third. b200 is offline: No route to host. List the runs: tool-r1 machine runs.',
    });
    await assert.rejects(scripted.serve('checkpoint:b200/first/4'), /no run first on b200\./);
  });

  it('say which steps there are when there is no such checkpoint', async () => {
    const scripted = new Scripted([run('a100', 'first')]);
    await assert.rejects(scripted.serve('checkpoint:first/100'), /no checkpoint of train step 100/);
    assert.deepEqual(scripted.served, []);
  });

  it('are named with their machine where two have a run of one name', async () => {
    const scripted = new Scripted([run('a100', 'first'), run('b200', 'first')]);
    await assert.rejects(scripted.serve('checkpoint:first/4'), {
      name: 'HumanError',
      message:
        'There are several runs first. Name one of: checkpoint:a100/first/4, checkpoint:b200/first/4.',
    });
    await scripted.serve('checkpoint:b200/first/4');
    assert.deepEqual(scripted.checked, ['b200 4']);
    const [served] = scripted.served;
    assert.ok(served);
    assert.equal(await scripted.models.nameOf(served.place, 4), 'checkpoint:b200/first/4');
  });

  it('say where two runs of one name on one machine are', async () => {
    const other = run('a100', 'first');
    const moved = { ...other, place: { machine: 'a100', folder: '/data/first' } };
    const scripted = new Scripted([other, moved]);
    await assert.rejects(
      scripted.serve('checkpoint:first/4'),
      /several runs first on a100, in \/home\/ada\S+ and \/data\/first\. Rename/,
    );
  });

  it('are listed: what is served, then the newest one of each run', async () => {
    const scripted = new Scripted([
      run('a100', 'first'),
      run('a100', 'second', 8),
      run('b200', 'none', null),
    ]);
    await scripted.serve('checkpoint:first/4');
    await scripted.serve('checkpoint:second/8');
    assert.deepEqual(
      (await scripted.models.served()).map(({ model }) => model),
      ['checkpoint:first/4', 'checkpoint:second/8'],
    );
    const listed = (await scripted.models.list()).map((one) => ModelListing.parse(one));
    assert.deepEqual(
      listed.map(({ name, ready }) => [name, ready]),
      [
        ['checkpoint:first/4', true],
        ['checkpoint:second/8', true],
        ['checkpoint:first/6', false],
      ],
    );
    for (const { name } of listed) assert.equal(parseModelName(name).kind, 'checkpoint');
  });

  it('are looked for in the workspaces that were told', async () => {
    const scripted = new Scripted([run('a100', 'first')]);
    scripted.models.addWorkspaces(['/space', '/here']);
    await scripted.models.list();
    assert.deepEqual(scripted.workspaces, [['/here', '/space']]);
  });
});
