// One server that several use at once: it is started for the first of them, all hear how that goes, and it is ended with the last.
import { type OpeningOptions, SharedOpening } from '../../support/sharedOpening.ts';

export interface EndableServer {
  /** Resolves when it is gone, whatever the reason. */
  readonly ended: Promise<void>;
  /** Resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** The use of a server by one of several. */
export interface ServerUse<Server> {
  readonly server: Server;
  /** Where this was the last use, resolves when the server is gone. Nothing when it was given back before. */
  readonly giveBack: () => Promise<void>;
}

export class SharedServer<Server extends EndableServer> {
  readonly #opening: SharedOpening<Server>;
  readonly #users = new Set<symbol>();
  #isOver = false;

  constructor(start: (options: OpeningOptions) => Promise<Server>) {
    this.#opening = new SharedOpening(start);
    const over = () => (this.#isOver = true);
    this.#opening.value.then(({ ended }) => ended.then(over), over);
  }

  /** Nobody can use it any more: whoever wants one has to start another. */
  get isOver(): boolean {
    return this.#isOver || this.#opening.isCalledOff;
  }

  /** Waits until it has started. Called off, it goes on starting for the others. @throws what `start` throws */
  async use(options: OpeningOptions): Promise<ServerUse<Server>> {
    const user = Symbol('user');
    this.#users.add(user);
    try {
      const server = await this.#opening.join(options);
      return { server, giveBack: () => this.#leave(user) };
    } catch (error) {
      await this.#leave(user);
      throw error;
    }
  }

  /** Whoever still uses it, and also while it starts. */
  async end(): Promise<void> {
    this.#users.clear();
    this.#isOver = true;
    this.#opening.callOff();
    const server = await this.#opening.value.catch(() => null);
    await server?.stop();
  }

  async #leave(user: symbol): Promise<void> {
    if (this.#users.delete(user) && this.#users.size === 0) await this.end();
  }
}
