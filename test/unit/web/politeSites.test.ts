import assert from 'node:assert/strict';
import { PoliteSites } from '../../../runtime/web/politeSites.ts';
import type { Answer, Question, Sites } from '../../../runtime/web/sites.ts';
import { WebError } from '../../../runtime/web/web.ts';
import { webErrorOf } from './localWeb.ts';
import { type VirtualTime, virtualTime } from './virtualTime.ts';

const { signal } = new AbortController();

function question(
  url: string,
  more: Partial<Question> & { readonly isOwn?: boolean } = {},
): Question {
  const { isOwn = false, ...rest } = more;
  const address = { url: new URL(url), isOwn };
  return { address, method: 'GET', headers: {}, body: null, gapMilliseconds: 0, ...rest };
}

const answer = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: new Uint8Array(),
});

/** Answers one after the other, and writes down when each was asked for. */
class ScriptedSites implements Sites {
  readonly asked: (readonly [url: string, at: number])[] = [];
  readonly #time: VirtualTime;
  readonly #script: (() => Answer | Promise<Answer>)[];

  constructor(time: VirtualTime, script: (() => Answer | Promise<Answer>)[] = []) {
    this.#time = time;
    this.#script = script;
  }

  async ask({ address }: Question): Promise<Answer> {
    this.asked.push([address.url.href, this.#time.clock.monotonic()]);
    return (this.#script.shift() ?? (() => answer(200)))();
  }
}

describe('polite sites', () => {
  let time: VirtualTime;
  beforeEach(() => (time = virtualTime()));

  const polite = (sites: Sites): PoliteSites =>
    new PoliteSites({
      sites,
      limits: { gapMilliseconds: 500, maxWaitMilliseconds: 20_000 },
      clock: time.clock,
      sleep: time.jump,
      random: () => 0,
    });
  const times = ({ asked }: ScriptedSites): number[] => asked.map(([, at]) => at);

  it('are asked with a pause in between, other sites without', async () => {
    const sites = new ScriptedSites(time);
    const asking = polite(sites);
    for (const url of ['http://a.example/1', 'http://A.example./2', 'http://b.example/']) {
      await asking.ask(question(url), signal);
    }
    assert.deepEqual(times(sites), [0, 500, 500]);
    time.advance(10_000);
    await asking.ask(question('https://a.example/3'), signal);
    assert.equal(times(sites).at(-1), 10_500);
  });

  it('are asked with the pause that they want, up to what a step may wait', async () => {
    const sites = new ScriptedSites(time);
    const asking = polite(sites);
    const wishes = [3_000, 0, 60_000, 0];
    for (const gapMilliseconds of wishes) {
      await asking.ask(question('http://a.example/', { gapMilliseconds }), signal);
    }
    assert.deepEqual(times(sites), [0, 3_000, 3_500, 23_500]);
  });

  it('of the person are asked without a pause', async () => {
    const sites = new ScriptedSites(time);
    const asking = polite(sites);
    for (let count = 0; count < 3; count += 1) {
      await asking.ask(question('http://localhost:8888/', { isOwn: true }), signal);
    }
    assert.deepEqual(times(sites), [0, 0, 0]);
  });

  it('answer one question at a time, in the order of asking', async () => {
    const waiting: ((given: Answer) => void)[] = [];
    const held = () => new Promise<Answer>((resolve) => waiting.push(resolve));
    const sites = new ScriptedSites(time, [held, held, held]);
    const asking = polite(sites);
    const all = ['/1', '/2', '/3'].map((path) =>
      asking.ask(question(`http://a.example${path}`), signal),
    );
    for (const [index, promise] of all.entries()) {
      while (waiting.length <= index) await Promise.resolve();
      assert.equal(sites.asked.length, index + 1);
      waiting[index]?.(answer(200));
      await promise;
    }
    assert.deepEqual(
      sites.asked.map(([url]) => url),
      ['http://a.example/1', 'http://a.example/2', 'http://a.example/3'],
    );
  });

  it('go on with the next question when one fails or is given up', async () => {
    const giveUp = new AbortController();
    let release: (given: Answer) => void = () => assert.fail('nobody was asked');
    const sites = new ScriptedSites(time, [
      () => new Promise<Answer>((resolve) => (release = resolve)),
      () => Promise.reject(new WebError('unreachable', 'gone')),
    ]);
    const asking = polite(sites);
    const first = asking.ask(question('http://a.example/1'), signal);
    const second = asking.ask(question('http://a.example/2'), giveUp.signal);
    const third = asking.ask(question('http://a.example/3'), signal);
    const fourth = asking.ask(question('http://a.example/4'), signal);
    giveUp.abort();
    await assert.rejects(second, { name: 'AbortError' });
    assert.equal(sites.asked.length, 1, 'a place that was given up lets nobody past the others');
    release(answer(200));
    assert.equal((await first).status, 200);
    assert.equal((await webErrorOf(third)).problem, 'unreachable');
    assert.equal((await fourth).status, 200);
    assert.deepEqual(
      sites.asked.map(([url]) => url.at(-1)),
      ['1', '3', '4'],
    );
  });

  it('do not ask for whoever has given up before', async () => {
    const sites = new ScriptedSites(time);
    const asked = polite(sites).ask(question('http://a.example/'), AbortSignal.abort());
    await assert.rejects(asked, { name: 'AbortError' });
    assert.deepEqual(sites.asked, []);
  });

  it('are asked again after the time that a busy one names', async () => {
    for (const [status, headers, at] of [
      [429, { 'retry-after': '7' }, 7_000],
      [503, { 'retry-after': 'Mon, 04 May 2026 09:30:12 GMT' }, 12_000],
      [429, { 'retry-after': '0' }, 500],
      [429, { 'retry-after': 'später', 'x-name': '\u4e2d' }, 1_000],
    ] as const) {
      time = virtualTime();
      const sites = new ScriptedSites(time, [() => answer(status, headers)]);
      const given = await polite(sites).ask(question('http://a.example/'), signal);
      assert.equal(given.status, 200);
      assert.deepEqual(times(sites), [0, at]);
    }
  });

  it('are asked three times when a busy one names no time', async () => {
    const busy = () => answer(429);
    const twice = new ScriptedSites(time, [busy, busy]);
    assert.equal((await polite(twice).ask(question('http://a.example/'), signal)).status, 200);
    assert.deepEqual(times(twice), [0, 1_000, 3_000]);

    const always = new ScriptedSites(time, [busy, busy, busy, busy]);
    const error = await webErrorOf(polite(always).ask(question('http://b.example/'), signal));
    assert.deepEqual([error.problem, error.status], ['busy', 429]);
    assert.equal(always.asked.length, 3);
    assert.match(error.message, /b\.example is busy\. Go on/);
  });

  it('that want a longer pause than a step has are left alone until it is over', async () => {
    const sites = new ScriptedSites(time, [() => answer(429, { 'retry-after': '120' })]);
    const asking = polite(sites);
    const error = await webErrorOf(asking.ask(question('http://a.example/'), signal));
    assert.deepEqual([error.problem, error.status], ['busy', 429]);
    assert.match(error.message, /asks to wait 120 s/);

    time.advance(50_000);
    const again = await webErrorOf(asking.ask(question('http://a.example/2'), signal));
    assert.deepEqual([again.problem, again.status], ['busy', null]);
    assert.match(again.message, /asks to wait 70 s/);
    assert.equal(sites.asked.length, 1, 'it was not asked meanwhile');

    time.advance(60_000);
    assert.equal((await asking.ask(question('http://a.example/3'), signal)).status, 200);
    assert.deepEqual(times(sites), [0, 120_000]);
  });

  it('stop waiting when the signal fires', async () => {
    const stopped = new AbortController();
    const sites = new ScriptedSites(time, [() => answer(503, { 'retry-after': '5' })]);
    const asking = new PoliteSites({
      sites,
      limits: { gapMilliseconds: 0, maxWaitMilliseconds: 20_000 },
      clock: time.clock,
      sleep: (milliseconds, given) => {
        stopped.abort();
        return time.jump(milliseconds, given);
      },
      random: () => 0,
    });
    const asked = asking.ask(question('http://a.example/'), stopped.signal);
    await assert.rejects(asked, { name: 'AbortError' });
    assert.equal(sites.asked.length, 1);
  });

  it('hand on every other status as it is', async () => {
    for (const status of [200, 204, 301, 404, 500, 502]) {
      const sites = new ScriptedSites(time, [() => answer(status)]);
      const given = await polite(sites).ask(question('http://a.example/'), signal);
      assert.equal(given.status, status);
    }
  });
});
