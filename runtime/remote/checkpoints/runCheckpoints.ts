// What a person does with the checkpoints of a run, wherever it lies: look, tidy up, pin, fetch, and go on from one.
import type { MachineName } from '../../contract/machine.ts';
import type { KeepPolicy } from '../../contract/training/runFolder.ts';
import type { CheckpointListing, RunPlace } from '../../contract/training/runView.ts';
import { unkeptSteps } from '../../store/runs/keptCheckpoints.ts';
import { HumanError } from '../../support/errors.ts';
import type { MachineLink, Transfer } from '../link/machineLink.ts';
import { pinFile, stateFile } from './checkpointFiles.ts';
import { downloadCheckpoint } from './downloadCheckpoint.ts';
import { checkpointFolder, listCheckpoints } from './listCheckpoints.ts';
import { readRunThere } from './runThere.ts';

export interface RunCheckpointsParts {
  readonly link: (machine: MachineName) => MachineLink;
}

/** Where a run does not say what it keeps. */
const defaultKeep: KeepPolicy = { last: 3, best: 1 };

/** Every call throws a HumanError where there is no such run or checkpoint, and a FailureError at boundary `remote`. */
export class RunCheckpoints {
  readonly #link: RunCheckpointsParts['link'];

  constructor({ link }: RunCheckpointsParts) {
    this.#link = link;
  }

  /** Newest first, with the policy of the run, or the one that is proposed where the run keeps all. */
  async list(
    { machine, folder }: RunPlace,
    signal: AbortSignal,
  ): Promise<{ readonly checkpoints: CheckpointListing[]; readonly keep: KeepPolicy }> {
    const link = this.#link(machine);
    const { job } = await readRunThere(link, folder, signal);
    const keep = job.keep ?? defaultKeep;
    const { listings } = await listCheckpoints(link, { folder, keep }, signal);
    return { checkpoints: listings, keep };
  }

  /** Deletes what the policy lets go, or with `dryRun` only says what that is. Never the one that is being written. */
  async clean(
    { machine, folder }: RunPlace,
    { keep, dryRun }: { readonly keep: KeepPolicy; readonly dryRun: boolean },
    signal: AbortSignal,
  ): Promise<{ readonly deleted: number[]; readonly freedBytes: number }> {
    const link = this.#link(machine);
    await readRunThere(link, folder, signal);
    const { listings, facts } = await listCheckpoints(link, { folder, keep }, signal);
    const deleted = unkeptSteps(facts, keep);
    const bytes = listings.filter(({ step }) => deleted.includes(step)).map((one) => one.bytes);
    if (!dryRun) for (const step of deleted) await remove(link, folder, step, signal);
    return { deleted, freedBytes: bytes.reduce((sum, one) => sum + one, 0) };
  }

  /** A pinned one stays, whatever the policy. */
  async pin(
    place: RunPlace,
    { step, pinned }: { readonly step: number; readonly pinned: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const { folder } = await this.find(place, step, signal);
    const link = this.#link(place.machine);
    const file = `${folder}/${pinFile}`;
    if (pinned) await link.put({ bytes: Buffer.from('pinned\n') }, file, { signal });
    else await link.remove(file, signal);
  }

  /**
   * @param step null for the newest one; a run without any begins anew
   * @throws HumanError with what is missing when the run cannot go on from there exactly as it would have
   */
  async refuseUnresumable(
    place: RunPlace,
    step: number | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { whyNotResumable, step: found } =
      step === null ? await this.#newestWhole(place, signal) : await this.find(place, step, signal);
    if (whyNotResumable === null) return;
    throw new HumanError(`Checkpoint ${found}: ${whyNotResumable} Choose another one.`);
  }

  /** Gives the bytes. Goes on where it was cut off. */
  async download(
    place: RunPlace,
    { step, to }: { readonly step: number; readonly to: string },
    transfer: Transfer,
  ): Promise<number> {
    const { folder } = await this.find(place, step, transfer.signal);
    return downloadCheckpoint(this.#link(place.machine), { folder, to }, transfer);
  }

  /** @throws HumanError that names those that there are */
  async find(place: RunPlace, step: number, signal: AbortSignal): Promise<CheckpointListing> {
    const { checkpoints } = await this.list(place, signal);
    const found = checkpoints.find((one) => one.step === step);
    if (found !== undefined) return found;
    const steps = checkpoints.map((one) => one.step).join(', ');
    const others = steps === '' ? 'It has none yet.' : `It has: ${steps}.`;
    throw new HumanError(`The run has no checkpoint of train step ${step}. ${others}`);
  }

  async #newestWhole(
    place: RunPlace,
    signal: AbortSignal,
  ): Promise<Pick<CheckpointListing, 'step' | 'whyNotResumable'>> {
    const { checkpoints } = await this.list(place, signal);
    const whole = checkpoints.find(({ queueStateBytes }) => queueStateBytes !== null);
    return whole ?? { step: 0, whyNotResumable: null };
  }
}

/** Its last part first: whatever interrupts this, what is left is no whole checkpoint. */
async function remove(
  link: MachineLink,
  run: string,
  step: number,
  signal: AbortSignal,
): Promise<void> {
  const folder = checkpointFolder(run, step);
  await link.remove(`${folder}/${stateFile}`, signal);
  await link.remove(folder, signal);
}
