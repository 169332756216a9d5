import assert from 'node:assert/strict';
import { trainingRequests } from '../../../runtime/contract/training/trainingRequests.ts';
import { workNotifications } from '../../../runtime/contract/work.ts';
import type { CheckpointEvaluations } from '../../../runtime/remote/evaluation/checkpointEvaluations.ts';
import { RunCheckpoints } from '../../../runtime/remote/checkpoints/runCheckpoints.ts';
import { checkpointHandlers } from '../../../runtime/serve/checkpointRequests.ts';
import { FolderMachine } from '../../fakes/folderMachine.ts';
import { RunFolderFixture } from '../../fakes/runFolders.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();

describe('requests about checkpoints', () => {
  const folder = temporaryFolder();
  const told: unknown[] = [];
  const unserved: number[] = [];
  const asked: string[] = [];
  const runtime = { run: () => Promise.reject(new Error('Nothing is rolled out in this test.')) };
  const place = () => ({ machine: 'a100', folder: folder('run') });
  const handlers = () => {
    const link = new FolderMachine(folder(''));
    const checkpoints = new RunCheckpoints({ link: () => link });
    const serving = {
      serve: (_: unknown, step: number) =>
        Promise.resolve({
          model: `checkpoint-${step}@http://127.0.0.1:4100/v1`,
          localPort: 4100,
          ended: new Promise<void>(() => undefined),
          problem: () => null,
        }),
      unserve: (_: unknown, step: number) => Promise.resolve(void unserved.push(step)),
    };
    const evaluations: Pick<CheckpointEvaluations, 'evaluate' | 'compare'> = {
      evaluate: async (where, { step, tasks }, options) => {
        assert.equal(options.runtime, runtime);
        asked.push(`evaluate ${step} ${tasks}`);
        options.onProgress({ activity: 'Evaluating', done: 1, total: 2, unit: 'items' });
        const checkpoint = await checkpoints.find(where, step, options.signal);
        return { checkpoint, fromCopy: false };
      },
      compare: (_, { first, second }) => {
        asked.push(`compare ${first} ${second}`);
        return Promise.resolve({ tasks: 0, figures: [], won: [], lost: [], fromCopy: true });
      },
    };
    const models = {
      nameOf: (_: unknown, step: number) => Promise.resolve(`checkpoint:run/${step}`),
    };
    return checkpointHandlers({
      open: () => Promise.resolve({ checkpoints, serving, models, evaluations }),
      runtime,
      notify: (name, fact) => told.push(workNotifications[name as 'work-progressed'].parse(fact)),
    });
  };
  beforeEach(async () => {
    const run = await RunFolderFixture.make(folder('run'));
    for (const step of [1, 2]) {
      await run.measure(step);
      await run.save(step);
    }
  });

  it('answers with what the contract says', async () => {
    const asked = handlers();
    const list = async () => {
      const answer = await asked['list-checkpoints']({ place: place() }, signal);
      return trainingRequests['list-checkpoints'].result.parse(answer).checkpoints;
    };
    assert.deepEqual(
      (await list()).map(({ step }) => step),
      [2, 1],
    );
    const pin = { place: place(), step: 1, pinned: true };
    assert.deepEqual(await asked['pin-checkpoint'](pin, signal), {});
    assert.ok((await list())[1]?.kept.includes('pinned'));
    await asked['pin-checkpoint']({ ...pin, pinned: false }, signal);
    const keep = { last: 1, best: 0 };
    const clean = { place: place(), keep, dryRun: false };
    const cleaned = await asked['clean-checkpoints'](clean, signal);
    assert.deepEqual(cleaned, { deleted: [1], freedBytes: 3 });
  });

  it('gives the name of a served model, and lets it go', async () => {
    const wish = { place: place(), step: 2 };
    const served = await handlers()['serve-checkpoint']({ ...wish, callId: 'c8' }, signal);
    assert.deepEqual(served, { model: 'checkpoint:run/2', localPort: 4100 });
    assert.deepEqual(await handlers()['unserve-checkpoint'](wish, signal), {});
    assert.deepEqual(unserved, [2]);
  });

  it('evaluates with the runtime that rolls out, and compares', async () => {
    const wish = { place: place(), step: 2, tasks: '/w/tasks.jsonl', callId: 'c9' };
    const evaluated = await handlers()['evaluate-checkpoint'](wish, signal);
    assert.deepEqual([evaluated.checkpoint.step, evaluated.fromCopy], [2, false]);
    const progress = { callId: 'c9', activity: 'Evaluating', done: 1, total: 2 };
    assert.deepEqual(told.at(-1), progress);
    const both = { place: place(), first: 1, second: 2 };
    const compared = await handlers()['compare-checkpoints'](both, signal);
    assert.deepEqual([compared.tasks, compared.fromCopy], [0, true]);
    assert.deepEqual(asked, ['evaluate 2 /w/tasks.jsonl', 'compare 1 2']);
  });

  it('says under the id of the call how far a download is', async () => {
    const wish = { place: place(), step: 2, to: folder('here'), callId: 'c7' };
    assert.deepEqual(await handlers()['download-checkpoint'](wish, signal), { bytes: 3 });
    const activity = 'Downloading the checkpoint';
    assert.deepEqual(told.at(-1), { callId: 'c7', activity, done: 3, total: 3 });
  });
});
