import assert from 'node:assert/strict';
import { readdir, readFile, rm, utimes } from 'node:fs/promises';
import { RunCheckpoints } from '../../../../runtime/remote/checkpoints/runCheckpoints.ts';
import { HumanError } from '../../../../runtime/support/errors.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { RunFolderFixture } from '../../../fakes/runFolders.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const keep = { last: 1, best: 1 };
const savedAt = '2026-05-04T10:00:00.000Z';

class CountingMachine extends FolderMachine {
  readonly fetched: string[] = [];

  override fetch(file: string, localFile: string): Promise<void> {
    this.fetched.push(file);
    return super.fetch(file, localFile);
  }
}

describe('checkpoints of a run on a machine', () => {
  const folder = temporaryFolder();
  let run: RunFolderFixture;
  let link: CountingMachine;
  let checkpoints: RunCheckpoints;
  const place = () => ({ machine: 'a100', folder: folder('run') });
  beforeEach(async () => {
    run = await RunFolderFixture.make(folder('run'));
    for (const step of [10, 20, 30]) await save(step);
    link = new CountingMachine(folder(''));
    checkpoints = new RunCheckpoints({ link: () => link });
  });

  /** As the trainer of a whole model leaves it. */
  async function save(step: number): Promise<void> {
    await run.measure(step, { 'reward/total': step === 20 ? 9 : 1, 'reward/passRate': 0.5 });
    const inside = `checkpoints/checkpoint-${step}`;
    await run.write(`${inside}/model.safetensors`, 'w'.repeat(1000));
    await run.write(`${inside}/optimizer_0/__0_0.distcp`, 'o'.repeat(200));
    await run.write(`${inside}/trainer_state.json`, '{}');
    await run.write(`${inside}/rollout_state.jsonl`, 's'.repeat(50));
    const time = new Date(savedAt);
    await utimes(run.file(`${inside}/rollout_state.jsonl`), time, time);
  }

  const inside = (): Promise<string[]> => readdir(folder('run/checkpoints'));

  it('lists them newest first, with what they hold and why they stay', async () => {
    const { checkpoints: listed, keep: policy } = await checkpoints.list(place(), signal);
    assert.deepEqual(policy, { last: 3, best: 1 });
    assert.deepEqual(
      listed.map(({ step, kept }) => [step, kept]),
      [
        [30, ['latest']],
        [20, ['latest', 'best']],
        [10, ['latest']],
      ],
    );
    assert.deepEqual(listed[1], {
      step: 20,
      folder: folder('run/checkpoints/checkpoint-20'),
      savedAt,
      bytes: 1252,
      queueStateBytes: 50,
      hasOptimiser: true,
      whyNotResumable: null,
      reward: 9,
      passRate: 0.5,
      heldOut: null,
      kept: ['latest', 'best'],
    });
  });

  it('goes by the policy of the run, and lists a run that has none yet', async () => {
    await RunFolderFixture.make(folder('run'), { keep });
    const { checkpoints: listed, keep: policy } = await checkpoints.list(place(), signal);
    assert.deepEqual(policy, keep);
    assert.deepEqual(listed.at(-1)?.kept, []);
    await RunFolderFixture.make(folder('fresh'));
    const fresh = { machine: 'a100', folder: folder('fresh') };
    assert.deepEqual((await checkpoints.list(fresh, signal)).checkpoints, []);
    const none = { machine: 'a100', folder: folder('none') };
    await assert.rejects(checkpoints.list(none, signal), HumanError);
  });

  it('says what it would delete, deletes that, and nothing else', async () => {
    const would = await checkpoints.clean(place(), { keep, dryRun: true }, signal);
    assert.deepEqual(would, { deleted: [10], freedBytes: 1252 });
    assert.equal((await inside()).length, 3);
    assert.deepEqual(await checkpoints.clean(place(), { keep, dryRun: false }, signal), would);
    assert.deepEqual((await inside()).sort(), ['checkpoint-20', 'checkpoint-30']);
    const again = await checkpoints.clean(place(), { keep, dryRun: false }, signal);
    assert.deepEqual(again, { deleted: [], freedBytes: 0 });
  });

  it('keeps a pinned one until it is let go', async () => {
    await checkpoints.pin(place(), { step: 10, pinned: true }, signal);
    const { checkpoints: listed } = await checkpoints.list(place(), signal);
    assert.deepEqual(listed.at(-1)?.kept, ['latest', 'pinned']);
    assert.equal(listed.at(-1)?.bytes, 1252);
    const kept = await checkpoints.clean(place(), { keep, dryRun: true }, signal);
    assert.deepEqual(kept.deleted, []);
    await checkpoints.pin(place(), { step: 10, pinned: false }, signal);
    const letGo = await checkpoints.clean(place(), { keep, dryRun: true }, signal);
    assert.deepEqual(letGo.deleted, [10]);
    await assert.rejects(checkpoints.pin(place(), { step: 11, pinned: true }, signal), {
      message: 'The run has no checkpoint of train step 11. It has: 30, 20, 10.',
    });
    assert.equal((await inside()).length, 3);
  });

  it('says why a run cannot go on from one', async () => {
    await rm(run.file('checkpoints/checkpoint-10/optimizer_0'), { recursive: true });
    await rm(run.file('checkpoints/checkpoint-20/trainer_state.json'));
    await rm(run.file('checkpoints/checkpoint-30/rollout_state.jsonl'));
    const refused = (step: number | null) => checkpoints.refuseUnresumable(place(), step, signal);
    await assert.rejects(refused(10), /^HumanError: Checkpoint 10: The state of the optimiser/);
    await assert.rejects(refused(20), /The state of the trainer is missing/);
    await assert.rejects(refused(30), /The state of the queue was not saved/);
    // The newest that is whole is what a run goes on from.
    await assert.rejects(refused(null), /Checkpoint 20: The state of the trainer/);
    await assert.rejects(refused(7), /no checkpoint of train step 7/);
  });

  it('lets a run go on from a whole one, and from its beginning where it has none', async () => {
    await checkpoints.refuseUnresumable(place(), 10, signal);
    await checkpoints.refuseUnresumable(place(), null, signal);
    await RunFolderFixture.make(folder('fresh'));
    await checkpoints.refuseUnresumable({ machine: 'a100', folder: folder('fresh') }, null, signal);
  });

  describe('downloading', () => {
    const download = (step: number, onProgress?: (step: Progress) => void): Promise<number> =>
      checkpoints.download(
        place(),
        { step, to: folder('here') },
        { signal, ...(onProgress === undefined ? {} : { onProgress }) },
      );

    it('brings every file, and says how far it is', async () => {
      const progress: Progress[] = [];
      assert.equal(await download(20, (step) => progress.push(step)), 1252);
      const files = ['optimizer_0/__0_0.distcp', 'rollout_state.jsonl', 'trainer_state.json'];
      for (const name of [...files, 'model.safetensors']) {
        const there = await readFile(run.file(`checkpoints/checkpoint-20/${name}`));
        assert.deepEqual(await readFile(folder('here', name)), there);
      }
      assert.deepEqual(
        progress.map(({ done }) => done),
        progress.map(({ done }) => done).sort((first, second) => first - second),
      );
      assert.deepEqual([progress.at(-1)?.done, progress.at(-1)?.total], [1252, 1252]);
    });

    it('fetches only what is missing the second time', async () => {
      await download(20);
      await rm(folder('here/model.safetensors'));
      link.fetched.length = 0;
      await download(20);
      assert.deepEqual(link.fetched, [folder('run/checkpoints/checkpoint-20/model.safetensors')]);
    });

    it('never mixes two checkpoints in one folder, nor one with its older self', async () => {
      await download(20);
      const refusal = /holds something else. Name an empty folder/;
      await assert.rejects(download(30), refusal);
      const later = new Date();
      await utimes(run.file('checkpoints/checkpoint-20/rollout_state.jsonl'), later, later);
      await assert.rejects(download(20), refusal);
    });
  });
});
