// All training runs that this computer knows: of its workspaces, and of the attached machines by their mirrors. Tells what changed in
// the lists and in runs that are open. What is done to runs is the business of others.
import { setTimeout as delay } from 'node:timers/promises';
import type { MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { RunListing, RunPage, RunPlace } from '../../contract/training/runView.ts';
import { runsFolder } from '../../store/runs/runFiles.ts';
import type { Clock } from '../../support/clock.ts';
import { errorMessage, failure, HumanError, isAbort } from '../../support/errors.ts';
import type { Log } from '../../support/log.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { Machines } from '../machines/machines.ts';
import { Heard, machineMirrorFiles, readNote } from '../mirror/mirrorFiles.ts';
import { KnownRun } from './knownRun.ts';
import { OpenedRun, type RunChanged } from './openedRun.ts';
import { nameOf } from './runListing.ts';
import { RunLogs } from './runLogs.ts';
import { RunList } from './runList.ts';
import type { RunWatches } from './runWatches.ts';
import { SampledLogs } from './sampledLogs.ts';

/** What is needed of the machines. */
export interface KnownMachines extends Pick<Machines, 'list' | 'folder'> {
  link(name: MachineName): Pick<MachineLink, 'look' | 'fetch'>;
}

export interface TrainingRunsParts {
  readonly machines: KnownMachines;
  readonly watches: RunWatches;
  readonly clock: Clock;
  readonly log: Log;
  readonly randomHex: () => string;
  /** Folder of runs of this computer that belong to no workspace. */
  readonly ownRuns: string;
  /** Between two looks at the files on this computer. */
  readonly tickMilliseconds: number;
}

interface Open {
  readonly run: OpenedRun;
  readonly release: () => void;
}

/** A machine that was just told to start a run shows it at the next refresh. */
const appearMilliseconds = 30_000;
/** Longer than ssh may take to connect. */
const renewMilliseconds = 60_000;
/** A list has many runs, and a page one. */
const ticksOfList = 2;
/** What other windows attach or detach is seen after so many ticks. */
const ticksOfMachines = 10;

export class TrainingRuns {
  readonly #parts: TrainingRunsParts;
  readonly #list: RunList;
  readonly #open = new Map<string, Open>();
  readonly #closing = new AbortController();
  readonly #runsListeners = new Set<(runs: readonly RunListing[]) => void>();
  readonly #runListeners = new Set<(handle: string, news: RunChanged) => void>();
  #workspaces: readonly string[] = [];
  #machines: readonly MachineName[] = [];
  #told: string | null = null;
  #ticking: Promise<void> | null = null;

  constructor(parts: TrainingRunsParts) {
    this.#parts = parts;
    this.#list = new RunList(parts);
  }

  onRuns(listener: (runs: readonly RunListing[]) => void): () => void {
    this.#runsListeners.add(listener);
    return () => this.#runsListeners.delete(listener);
  }

  onRun(listener: (handle: string, news: RunChanged) => void): () => void {
    this.#runListeners.add(listener);
    return () => this.#runListeners.delete(listener);
  }

  /** Newest first; from then on changes of this list are told. */
  async list(workspaces: readonly string[]): Promise<readonly RunListing[]> {
    this.#workspaces = workspaces;
    await this.#followMachines();
    const runs = await this.#readList();
    this.#told = JSON.stringify(runs);
    this.#ticking ??= this.#tick();
    return runs;
  }

  /**
   * The runs that `list` would give, those of further workspaces too. Tells of no changes, and connects to nothing.
   * @param workspaces beside those of the last list
   */
  async known(workspaces: readonly string[]): Promise<readonly RunListing[]> {
    const listings = await this.#parts.machines.list();
    const machines = listings.map(({ name }) => name).filter((name) => name !== thisComputer);
    return this.#read([...this.#workspaces, ...workspaces], machines);
  }

  /** Looks at every attached machine once. @returns a sentence about each that is not heard */
  async renewAll(signal: AbortSignal): Promise<readonly string[]> {
    await this.#followMachines();
    const problems = await Promise.all(
      this.#machines.map(async (name) => {
        const problem = await this.renewed(name, signal);
        return problem === null ? [] : [`${name} is offline: ${problem}`];
      }),
    );
    return problems.flat();
  }

  /** From then on news of it are told. @throws HumanError when there is no such run */
  async open(
    place: RunPlace,
    mostPoints: number,
    signal: AbortSignal,
  ): Promise<{ readonly handle: string; readonly page: RunPage }> {
    const { machines, watches, randomHex } = this.#parts;
    const release = watches.want(place.machine, nameOf(place));
    try {
      const known = new KnownRun(await this.#list.sourceOf(place), 'opened');
      const link = machines.link(place.machine);
      const isHere = place.machine === thisComputer;
      const logs = this.#logsOf(known, isHere);
      const run = new OpenedRun({ run: known, logs, link, mostPoints, isHere });
      const page = await run.page(signal);
      const handle = randomHex();
      this.#open.set(handle, { run, release });
      this.#ticking ??= this.#tick();
      return { handle, page };
    } catch (error) {
      release();
      throw error;
    }
  }

  #logsOf({ place, reader }: KnownRun, isHere: boolean): SampledLogs {
    const { machines } = this.#parts;
    const kept = isHere ? null : `${reader.folder}/logs`;
    const own = new RunLogs(machines.link(place.machine), place.folder, kept);
    return new SampledLogs(own, () => {
      const sampler = reader.job?.processes.sampler ?? null;
      if (sampler === null) return null;
      const others = kept === null ? null : `${kept}/sampler`;
      return new RunLogs(machines.link(sampler.machine), sampler.folder, others);
    });
  }

  /** @throws HumanError when it is not open */
  opened(handle: string): OpenedRun {
    const open = this.#open.get(handle);
    if (open === undefined) throw new HumanError('The run is not open any more. Open it again.');
    return open.run;
  }

  closeRun(handle: string): void {
    this.#open.get(handle)?.release();
    this.#open.delete(handle);
  }

  /** Looks at once for what is new on a machine. */
  hurry(machine: MachineName): void {
    this.#parts.watches.hurry(machine);
  }

  /**
   * Resolves when all that was there when it was called is mirrored, or the machine turned out not to be heard.
   * @returns what ssh says when it is not heard; null when all is well
   */
  async renewed(machine: MachineName, signal: AbortSignal): Promise<string | null> {
    if (machine === thisComputer) return null;
    const { clock, machines, tickMilliseconds } = this.#parts;
    const since = Date.parse(clock.now());
    const until = clock.monotonic() + renewMilliseconds;
    this.hurry(machine);
    const { heard: file } = machineMirrorFiles(machines.folder(machine));
    for (;;) {
      const heard = await readNote(file, Heard);
      if (isAfter(heard?.settledAt, since)) return null;
      if (heard?.connection.state === 'offline' && isAfter(heard.at, since)) {
        return heard.connection.problem;
      }
      if (clock.monotonic() > until) return 'It does not answer, or its mirror cannot be written.';
      await delay(tickMilliseconds, undefined, { signal });
    }
  }

  /**
   * How a run stands after something was done to it.
   * @throws FailureError `remote/not-seen` when it does not show up
   */
  async listingOf(place: RunPlace, signal: AbortSignal): Promise<RunListing> {
    await this.renewed(place.machine, signal);
    const until = this.#parts.clock.monotonic() + appearMilliseconds;
    for (;;) {
      const listing = await this.#tryListing(place);
      if (listing !== null) return listing;
      if (this.#parts.clock.monotonic() > until) {
        const words = `The run was started in ${place.folder} of ${place.machine}, but it cannot be seen from here. Check the connection; the run goes on.`;
        throw failure('remote', 'not-seen', words);
      }
      await delay(this.#parts.tickMilliseconds, undefined, { signal });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const handle of [...this.#open.keys()]) this.closeRun(handle);
    await this.#ticking;
    await this.#parts.watches.close();
  }

  async #tryListing(place: RunPlace): Promise<RunListing | null> {
    try {
      const run = new KnownRun(await this.#list.sourceOf(place), 'listed');
      await run.refresh();
      return run.listing();
    } catch (error) {
      if (error instanceof HumanError) return null;
      throw error;
    }
  }

  async #followMachines(): Promise<void> {
    const listings = await this.#parts.machines.list();
    this.#machines = listings.map(({ name }) => name).filter((name) => name !== thisComputer);
    await this.#parts.watches.follow(this.#machines);
  }

  #readList(): Promise<readonly RunListing[]> {
    return this.#read(this.#workspaces, this.#machines);
  }

  #read(
    workspaces: readonly string[],
    machines: readonly MachineName[],
  ): Promise<readonly RunListing[]> {
    const folders = [this.#parts.ownRuns, ...workspaces.map(runsFolder)];
    return this.#list.read([...new Set(folders)], machines);
  }

  async #tick(): Promise<void> {
    const { signal } = this.#closing;
    for (let tick = 1; !signal.aborted; tick += 1) {
      try {
        await delay(this.#parts.tickMilliseconds, undefined, { signal });
        if (this.#told !== null && tick % ticksOfMachines === 0) await this.#followMachines();
        if (tick % ticksOfList === 0) await this.#tellList();
        await this.#tellOpen();
      } catch (error) {
        if (isAbort(error)) return;
        this.#parts.log.warn('The runs could not be read', { error: errorMessage(error) });
      }
    }
  }

  async #tellList(): Promise<void> {
    if (this.#told === null) return;
    const runs = await this.#readList();
    const told = JSON.stringify(runs);
    if (told === this.#told) return;
    this.#told = told;
    for (const listener of this.#runsListeners) listener(runs);
  }

  async #tellOpen(): Promise<void> {
    for (const [handle, { run }] of this.#open) {
      const news = await this.#newsOf(run);
      if (news === null || !this.#open.has(handle)) continue;
      for (const listener of this.#runListeners) listener(handle, news);
    }
  }

  /** A run that cannot be read for a moment has none, and the others have theirs. */
  async #newsOf(run: OpenedRun): Promise<RunChanged | null> {
    try {
      return await run.news();
    } catch (error) {
      this.#parts.log.debug('An open run could not be read', { error: errorMessage(error) });
      return null;
    }
  }
}

function isAfter(at: string | null | undefined, since: number): boolean {
  return at != null && Date.parse(at) >= since;
}
