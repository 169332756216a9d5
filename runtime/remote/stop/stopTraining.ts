// Stops a run on its machine: asks its supervisor, waits for as long as it shows that it is at it, ends what does not end by itself,
// and looks whether the graphics cards are free.
import { setTimeout as delay } from 'node:timers/promises';
import type { MachineName } from '../../contract/machine.ts';
import type { RunStatus, StopWish } from '../../contract/training/runFolder.ts';
import type { SamplerPlace } from '../../contract/training/samplerPlace.ts';
import { hasEnded } from '../../store/runs/readRun.ts';
import type { Clock } from '../../support/clock.ts';
import type { OnProgress } from '../../support/progress.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { inspectMachine } from '../preflight/inspectMachine.ts';
import { endRun } from './endRun.ts';
import { cardsOf, heldCards, type HeldCard } from './heldCards.ts';
import { stopSampler } from './stopSampler.ts';

export interface StopParts {
  readonly link: MachineLink;
  /** Of a machine that samples for the run. */
  readonly linkOf: (machine: MachineName) => MachineLink;
  /** On this computer; holds the programs that are sent along. */
  readonly trainerFolder: string;
  readonly clock: Clock;
  /** Between two looks at the run. */
  readonly pollMilliseconds: number;
}

export interface StopOptions {
  /** Ends the waiting. The supervisor stops the run all the same. */
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Six heartbeats, by our own clock: those of machines jump. */
const silentMilliseconds = 30_000;
/** Longer than a supervisor takes to end its processes. */
const nowMilliseconds = 20_000;
/** A driver frees memory a moment after its process is gone. */
const freeingMilliseconds = 5_000;

/**
 * Resolves when no process of the run lives, with who holds its cards; nobody, when all went well.
 * @param folder of the run, absolute
 * @throws HumanError when there is no run
 * @throws FailureError at boundary `remote`; `remote/not-stopped` when something of it cannot be ended
 */
export async function stopTraining(
  parts: StopParts,
  folder: string,
  wish: StopWish,
  { signal, onProgress }: StopOptions,
): Promise<HeldCard[]> {
  const { link, trainerFolder } = parts;
  const { job, status } = await readRunThere(link, folder, signal);
  if (status !== null && !hasEnded(status)) {
    await link.put({ bytes: Buffer.from(wish) }, `${folder}/stop`, { signal });
    await waitForEnd(parts, folder, { wish, signal, onProgress });
  }
  tell(onProgress, 'Making sure that nothing is left');
  await endRun(link, { folder, trainerFolder }, signal);
  const cards = cardsOf(job);
  const held = cards === null ? [] : await holdersOf(parts, { folder, cards }, signal);
  const { sampler } = job.processes;
  return sampler === null ? held : [...held, ...(await stopOther(parts, sampler, signal))];
}

/** Cards of another machine are named with it. */
async function stopOther(
  parts: StopParts,
  sampler: SamplerPlace,
  signal: AbortSignal,
): Promise<HeldCard[]> {
  const link = parts.linkOf(sampler.machine);
  const cards = await stopSampler(link, sampler, { ...parts, signal });
  if (cards.length === 0) return [];
  const held = await holdersOf({ ...parts, link }, { folder: sampler.folder, cards }, signal);
  return held.map((card) => ({ ...card, name: `${card.name} on ${sampler.machine}` }));
}

/** Comes back too when the supervisor is gone, shows no sign of life, or takes longer than it should. */
async function waitForEnd(
  { link, clock, pollMilliseconds }: StopParts,
  folder: string,
  { wish, signal, onProgress }: StopOptions & { readonly wish: StopWish },
): Promise<void> {
  const began = clock.monotonic();
  let [beat, heardAt] = ['', began];
  for (;;) {
    const { status } = await readRunThere(link, folder, signal);
    if (status === null || !(await isAtIt(link, status, signal))) return;
    if (status.at !== beat) [beat, heardAt] = [status.at, clock.monotonic()];
    if (clock.monotonic() - heardAt > silentMilliseconds) return;
    if (wish === 'now' && clock.monotonic() - began > nowMilliseconds) return;
    tell(onProgress, status.activity === '' ? 'Stopping' : status.activity);
    await delay(pollMilliseconds, undefined, { signal });
  }
}

async function isAtIt(link: MachineLink, status: RunStatus, signal: AbortSignal): Promise<boolean> {
  if (hasEnded(status)) return false;
  const pids = [status.supervisorPid];
  const { alive } = await link.look({ folders: [], files: [], followed: [], pids }, signal);
  return alive[status.supervisorPid] !== false;
}

async function holdersOf(
  { link, trainerFolder, clock, pollMilliseconds }: StopParts,
  { folder, cards }: { readonly folder: string; readonly cards: readonly number[] | 'all' },
  signal: AbortSignal,
): Promise<HeldCard[]> {
  const until = clock.monotonic() + freeingMilliseconds;
  const needs = { device: null, diskBytes: null };
  const now = (): number => Date.parse(clock.now());
  for (;;) {
    const { facts } = await inspectMachine(link, { trainerFolder, needs, now, signal });
    const held = heldCards(facts.gpus, cards, folder);
    if (held.length === 0 || clock.monotonic() > until) return held;
    await delay(pollMilliseconds, undefined, { signal });
  }
}

function tell(onProgress: OnProgress, activity: string): void {
  onProgress({ activity, done: 0, total: null, unit: 'steps' });
}
