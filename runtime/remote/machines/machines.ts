// The machines of this person: which are attached, how each stands, and one connection to each for the whole process.
import {
  type MachineConnection,
  type MachineFacts,
  type MachineListing,
  MachineName,
} from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { Clock } from '../../support/clock.ts';
import { HumanError } from '../../support/errors.ts';
import { check } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { RememberedMachine, RememberedMachines } from './rememberedMachines.ts';

export interface MachinesParts {
  readonly remembered: RememberedMachines;
  readonly clock: Clock;
  readonly openLink: (name: MachineName) => MachineLink;
  /** Looks what is there. */
  readonly inspect: (link: MachineLink, signal: AbortSignal) => Promise<MachineFacts>;
  readonly sshHostNames: () => Promise<string[]>;
}

export class Machines {
  readonly #parts: MachinesParts;
  readonly #links = new Map<MachineName, MachineLink>();
  readonly #listeners = new Set<(machine: MachineListing) => void>();
  readonly #attachmentListeners = new Set<(name: MachineName, isAttached: boolean) => void>();

  constructor(parts: MachinesParts) {
    this.#parts = parts;
  }

  /** This computer first, then the attached ones by name. */
  async list(): Promise<MachineListing[]> {
    const remembered = await this.#parts.remembered.list();
    const others = remembered.filter(({ name }) => name !== thisComputer);
    const here = remembered.find(({ name }) => name === thisComputer);
    return [this.#listing(thisComputer, here ?? null), ...others.map(this.#listingOf)];
  }

  /** @throws FailureError when it cannot be reached or is not fit; then it is not remembered */
  async attach(name: MachineName, signal: AbortSignal): Promise<MachineListing> {
    const link = this.link(name);
    const isKnown = (await this.#parts.remembered.find(name)) !== null;
    try {
      await this.#connect(link, signal);
      await this.remember(name, await this.#parts.inspect(link, signal));
    } catch (error) {
      if (!isKnown) await this.#letGo(name);
      throw error;
    }
    this.#tellAttachment(name, true);
    return this.#find(name);
  }

  /** What runs there goes on, and what was seen of it stays on this computer. */
  async detach(name: MachineName): Promise<void> {
    if (name === thisComputer) throw new HumanError('This computer is always there.');
    if ((await this.#parts.remembered.find(name)) === null) throw notAttached(name);
    await this.#parts.remembered.forget(name);
    this.#tellAttachment(name, false);
    await this.#letGo(name);
  }

  /** Tries to connect at once; how that went is in the listing. */
  async retry(name: MachineName, signal: AbortSignal): Promise<MachineListing> {
    const link = this.link(name);
    await this.#connect(link, signal).catch(() => signal.throwIfAborted());
    return this.#find(name);
  }

  /** The one connection to it; made when it is used. */
  link(name: MachineName): MachineLink {
    const known = this.#links.get(name);
    if (known !== undefined) return known;
    const checked = check(MachineName, name);
    if (!checked.ok) throw new HumanError(`"${name}" is no name of a host for ssh.`);
    const link = this.#parts.openLink(checked.value);
    this.#links.set(name, link);
    link.onConnection((connection) => {
      // A cache folder that cannot be written costs the memory of the next process, not this connection.
      this.#changed(name, connection).catch(() => undefined);
    });
    return link;
  }

  /** Keeps what was seen there. */
  async remember(name: MachineName, facts: MachineFacts): Promise<void> {
    const now = this.#parts.clock.now();
    const before = await this.#parts.remembered.find(name);
    await this.#parts.remembered.write({
      ...before,
      version: 1,
      name,
      attachedAt: before?.attachedAt ?? now,
      lastSeenAt: now,
      facts,
    });
    await this.#tell(name);
  }

  /** Where this computer keeps what it saw of a machine. */
  folder(name: MachineName): string {
    return this.#parts.remembered.folderOf(name);
  }

  onChanged(listener: (machine: MachineListing) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Of this process; what other windows attach is seen by `list`. */
  onAttachment(listener: (name: MachineName, isAttached: boolean) => void): () => void {
    this.#attachmentListeners.add(listener);
    return () => this.#attachmentListeners.delete(listener);
  }

  /** For a list to choose from. */
  sshHosts(): Promise<string[]> {
    return this.#parts.sshHostNames();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#attachmentListeners.clear();
    await Promise.all([...this.#links.values()].map((link) => link.close()));
    this.#links.clear();
  }

  async #connect(link: MachineLink, signal: AbortSignal): Promise<void> {
    if (link.connection.state === 'offline') link.retry();
    await link.home(signal);
  }

  async #letGo(name: MachineName): Promise<void> {
    const link = this.#links.get(name);
    this.#links.delete(name);
    await link?.close();
  }

  async #find(name: MachineName): Promise<MachineListing> {
    return this.#listing(name, await this.#parts.remembered.find(name));
  }

  readonly #listingOf = (machine: RememberedMachine): MachineListing =>
    this.#listing(machine.name, machine);

  #listing(name: MachineName, remembered: RememberedMachine | null): MachineListing {
    const connection = this.#links.get(name)?.connection ?? notAsked;
    const lastSeenAt = remembered?.lastSeenAt ?? null;
    return {
      name,
      // Another process, or this one before it was restarted, may have seen it.
      connection:
        'lastSeenAt' in connection && connection.lastSeenAt === null
          ? { ...connection, lastSeenAt }
          : connection,
      facts: remembered?.facts ?? null,
    };
  }

  async #changed(name: MachineName, connection: MachineConnection): Promise<void> {
    if (connection.state === 'connected') await this.#seen(name, connection.since);
    await this.#tell(name);
  }

  async #seen(name: MachineName, at: string): Promise<void> {
    const before = await this.#parts.remembered.find(name);
    if (before !== null) await this.#parts.remembered.write({ ...before, lastSeenAt: at });
  }

  #tellAttachment(name: MachineName, isAttached: boolean): void {
    for (const listener of this.#attachmentListeners) listener(name, isAttached);
  }

  async #tell(name: MachineName): Promise<void> {
    const listing = await this.#find(name);
    for (const listener of this.#listeners) listener(listing);
  }
}

const notAsked: MachineConnection = { state: 'idle', lastSeenAt: null };

function notAttached(name: MachineName): HumanError {
  return new HumanError(
    `${name} is not attached. See the attached machines by: tool-r1 machine list`,
  );
}
