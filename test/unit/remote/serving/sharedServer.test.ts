import assert from 'node:assert/strict';
import { SharedServer } from '../../../../runtime/remote/serving/sharedServer.ts';
import type { OpeningOptions } from '../../../../runtime/support/sharedOpening.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';

interface Server {
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts, fails and ends when it is told to, and keeps what was asked of it. */
class ScriptedServer {
  readonly shared: SharedServer<Server>;
  asked: OpeningOptions | null = null;
  stops = 0;
  crash: () => void = () => undefined;
  readonly #ended: Promise<void>;
  #start: (server: Server) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor() {
    this.#ended = new Promise((resolve) => (this.crash = resolve));
    this.shared = new SharedServer((asked) => {
      this.asked = asked;
      return new Promise((resolve, reject) => {
        this.#start = resolve;
        this.#fail = reject;
      });
    });
  }

  start(): void {
    const stop = () => {
      this.stops += 1;
      this.crash();
      return this.#ended;
    };
    this.#start({ ended: this.#ended, stop });
  }

  fail(): void {
    this.#fail(new Error('The model cannot be read.'));
  }
}

const options = (signal = new AbortController().signal) => ({
  signal,
  onProgress: () => undefined,
});

describe('a shared server', () => {
  let server: ScriptedServer;
  beforeEach(() => {
    server = new ScriptedServer();
  });

  it('ends with its last use, and a use counts once', async () => {
    const uses = [server.shared.use(options()), server.shared.use(options())];
    server.start();
    const [one, other] = await Promise.all(uses);
    assert.equal(one?.server, other?.server);
    await one?.giveBack();
    await one?.giveBack();
    assert.deepEqual([server.stops, server.shared.isOver], [0, false]);
    await other?.giveBack();
    assert.deepEqual([server.stops, server.shared.isOver], [1, true]);
  });

  it('goes on starting for the others when one is called off, and not for nobody', async () => {
    const [leaving, last] = [new AbortController(), new AbortController()];
    const left = assert.rejects(server.shared.use(options(leaving.signal)), { name: 'AbortError' });
    const stays = server.shared.use(options(last.signal));
    leaving.abort();
    await left;
    assert.equal(server.asked?.signal.aborted, false);
    const gone = assert.rejects(stays, { name: 'AbortError' });
    last.abort();
    assert.deepEqual([server.asked.signal.aborted, server.shared.isOver], [true, true]);
    // It had started all the same: then it is ended.
    server.start();
    await gone;
    assert.equal(server.stops, 1);
  });

  it('tells all who wait how far it is', async () => {
    const heard: string[] = [];
    const uses = ['first', 'second'].map((who) =>
      server.shared.use({
        ...options(),
        onProgress: ({ activity }: Progress) => heard.push(`${who}: ${activity}`),
      }),
    );
    server.asked?.onProgress({ activity: 'Loading', done: 0, total: null, unit: 'items' });
    assert.deepEqual(heard, ['first: Loading', 'second: Loading']);
    server.start();
    await Promise.all(uses);
  });

  it('is over when it cannot start, and when it has ended by itself', async () => {
    const uses = [server.shared.use(options()), server.shared.use(options())];
    server.fail();
    for (const use of uses) await assert.rejects(use, /cannot be read/);
    assert.equal(server.shared.isOver, true);
    const other = new ScriptedServer();
    const asked = other.shared.use(options());
    other.start();
    await asked;
    assert.equal(other.shared.isOver, false);
    const { server: gone } = await asked;
    other.crash();
    await gone.ended;
    assert.equal(other.shared.isOver, true);
  });

  it('is ended for those who use it and for those who wait', async () => {
    const used = server.shared.use(options());
    server.start();
    const { giveBack } = await used;
    await server.shared.end();
    assert.deepEqual([server.stops, server.shared.isOver], [1, true]);
    await giveBack();
    assert.equal(server.stops, 1);
  });
});
