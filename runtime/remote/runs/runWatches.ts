// One watch for each attached machine, as long as somebody looks at its runs.
import type { MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { MachineWatch } from '../mirror/machineWatch.ts';

export type OpenWatch = (machine: MachineName) => MachineWatch;

export class RunWatches {
  readonly #openWatch: OpenWatch;
  readonly #watches = new Map<MachineName, MachineWatch>();

  constructor(openWatch: OpenWatch) {
    this.#openWatch = openWatch;
  }

  /** Begins to watch machines that are new, and leaves those that are not attached any more. */
  async follow(attached: readonly MachineName[]): Promise<void> {
    for (const machine of attached) this.#watch(machine);
    const left = [...this.#watches].filter(([machine]) => !attached.includes(machine));
    for (const [machine] of left) this.#watches.delete(machine);
    await Promise.all(left.map(([, watch]) => watch.close()));
  }

  /** All of the run is mirrored until the returned function is called. */
  want(machine: MachineName, run: string): () => void {
    return this.#watch(machine)?.want(run) ?? (() => undefined);
  }

  /** Looks at once for what is new on the machine. */
  hurry(machine: MachineName): void {
    this.#watch(machine)?.hurry();
  }

  async close(): Promise<void> {
    await this.follow([]);
  }

  /** Null for this computer, whose runs are read where they are. */
  #watch(machine: MachineName): MachineWatch | null {
    if (machine === thisComputer) return null;
    const known = this.#watches.get(machine);
    if (known !== undefined) return known;
    const watch = this.#openWatch(machine);
    this.#watches.set(machine, watch);
    watch.start();
    return watch;
  }
}
