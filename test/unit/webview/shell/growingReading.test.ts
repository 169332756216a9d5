import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Host } from '../../../../webview/messages/host.ts';
import { GrowingReading } from '../../../../webview/shell/growingReading.ts';
import { until } from '../../../fakes/until.ts';

interface Reading {
  readonly signal: AbortSignal;
  answer(): void;
  fail(message: string): void;
}

/** A page whose readings are answered by the test, of a file that grows when the test says so. */
class FakePage {
  readonly readings: Reading[] = [];
  readonly complaints: unknown[] = [];
  hasRead = false;
  mayGrow = true;
  drawn = 0;
  readonly reading: GrowingReading;
  #grown: (() => void)[] = [];

  constructor() {
    const on: Host['on'] = (_name, listener, signal) => {
      const told = listener as () => void;
      this.#grown.push(told);
      signal.addEventListener('abort', () => {
        this.#grown = this.#grown.filter((one) => one !== told);
      });
    };
    this.reading = new GrowingReading({
      context: {
        host: { on },
        redraw: () => (this.drawn += 1),
        complain: (error) => this.complaints.push(error),
      },
      read: (signal) => this.#read(signal),
      hasRead: () => this.hasRead,
      mayGrow: () => this.mayGrow,
    });
    this.reading.start();
  }

  grow(): void {
    for (const told of this.#grown) told();
  }

  #read(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')));
      const answer = (): void => {
        this.hasRead = true;
        resolve();
      };
      this.readings.push({ signal, answer, fail: (message) => reject(new Error(message)) });
    });
  }
}

describe('what a page reads of a file that may grow', () => {
  let page: FakePage;
  beforeEach(() => {
    page = new FakePage();
  });
  afterEach(() => page.reading.stop());

  it('is read once at the start, and drawn', async () => {
    assert.equal(page.readings.length, 1);
    page.readings[0]?.answer();
    await turn();
    assert.deepEqual([page.drawn, page.reading.problem], [1, null]);
  });

  it('says why when the first reading fails', async () => {
    page.readings[0]?.fail('The file is gone.');
    await turn();
    assert.equal(page.reading.problem, 'The file is gone.');
    assert.deepEqual([page.drawn, page.complaints], [1, []]);
  });

  it('keeps what it has when a later reading fails, and complains', async () => {
    page.readings[0]?.answer();
    page.grow();
    page.grow();
    await until(() => page.readings.length === 2);
    page.readings[1]?.fail('The file is gone.');
    await turn();
    assert.equal(page.reading.problem, null);
    assert.deepEqual(page.complaints.map(String), ['Error: The file is gone.']);
  });

  it('forgets the problem once it could be read', async () => {
    page.readings[0]?.fail('The file is gone.');
    await turn();
    page.grow();
    await until(() => page.readings.length === 2);
    page.readings[1]?.answer();
    await turn();
    assert.equal(page.reading.problem, null);
  });

  it('is not read again where growing says nothing new, nor after it was stopped', async () => {
    page.mayGrow = false;
    page.grow();
    page.mayGrow = true;
    page.reading.stop();
    page.grow();
    await turn();
    assert.equal(page.readings[0]?.signal.aborted, true);
    assert.deepEqual([page.readings.length, page.complaints, page.drawn], [1, [], 0]);
  });
});
