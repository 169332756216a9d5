// How facts change what a page knows of its run.
import assert from 'node:assert/strict';
import type { RunFolderEvent } from '../../../../runtime/contract/training/runFolder.ts';
import { makeRunFigures } from '../../../fakes/runFigures.ts';
import {
  makeGpus,
  makeMachine,
  makeNews,
  makeRunPage,
  offlineSince,
  stepOf,
} from '../../../fakes/runPages.ts';
import { mergeMetrics } from '../../../../webview/run/mergeMetrics.ts';
import { reduceRun, type RunFact, type RunModel } from '../../../../webview/run/runModel.ts';
import { RunStore } from '../../../../webview/run/runStore.ts';

const now = Date.parse('2026-05-04T12:00:00.000Z');
const page = makeRunPage({ now, steps: 30 });
const ahead = makeRunFigures({ seed: 7, steps: 40 });
const model: RunModel = { page, machine: null };
const known = { steps: [1, 2, 3], seconds: [0, 5, 9], columns: { a: [1, 2, 3] }, totalSteps: 3 };

describe('figures of new train steps', () => {
  it('come after those that are known', () => {
    const merged = mergeMetrics(page.metrics, stepOf(ahead, 31));
    assert.deepEqual(merged.steps.slice(-2), [30, 31]);
    assert.equal(merged.totalSteps, 31);
    for (const values of Object.values(merged.columns)) assert.equal(values.length, 31);
    assert.equal(merged.columns['reward/total']?.at(-1), ahead.columns['reward/total']?.[30]);
  });

  it('take away the steps that a resumed run makes again, and all later ones', () => {
    const news = { steps: [2], seconds: [30], columns: { a: [7] }, totalSteps: 2 };
    assert.deepEqual(mergeMetrics(known, news), {
      ...{ steps: [1, 2], seconds: [0, 30], columns: { a: [1, 7] }, totalSteps: 2 },
    });
  });

  it('may bring names that were not there, and leave others out', () => {
    const news = { steps: [4], seconds: [12], columns: { b: [1] }, totalSteps: 4 };
    assert.deepEqual(mergeMetrics(known, news).columns, {
      a: [1, 2, 3, null],
      b: [null, null, null, 1],
    });
  });

  it('change nothing when there are none', () => {
    const none = { steps: [], seconds: [], columns: {}, totalSteps: 0 };
    assert.equal(mergeMetrics(known, none), known);
  });
});

describe('a run on its page', () => {
  it('takes over what changed and keeps the rest', () => {
    const news = makeNews(page, stepOf(ahead, 31), now + 5000);
    const { page: changed } = reduceRun(model, { kind: 'run-changed', news });
    assert.equal(changed.listing.step, 31);
    assert.equal(changed.metrics.steps.length, 31);
    assert.equal(changed.readBytes, news.readBytes);
    assert.equal(changed.job, page.job);
  });

  it('keeps its figures when only the heartbeat changed', () => {
    const news = makeNews(page, null, now + 5000);
    const changed = reduceRun(model, { kind: 'run-changed', news });
    assert.equal(changed.page.metrics, page.metrics);
    assert.notEqual(changed.page.listing.lastSeenAt, page.listing.lastSeenAt);
  });

  it('keeps the newest facts and ten minutes of graphics cards', () => {
    const event = (message: string): RunFolderEvent => ({
      ...{ version: 1, at: new Date(now).toISOString(), type: 'step-ended', message },
    });
    const events = Array.from({ length: 300 }, (_, index) => event(`fact ${index}`));
    const gpus = makeGpus(now + 300_000).slice(-10);
    const news = { ...makeNews(page, null, now), events, gpus };
    const { page: changed } = reduceRun(model, { kind: 'run-changed', news });
    assert.equal(changed.events.length, 200);
    assert.equal(changed.events.at(-1)?.message, 'fact 299');
    const times = changed.gpus.map(({ at }) => Date.parse(at));
    assert.equal(times.at(-1), now + 300_000);
    assert.ok(times.length > 10 && times.every((at) => at >= now - 300_000));
  });

  it('follows how far the run is with its tasks', () => {
    const progress = { tasks: 1300, inWindow: 400, epoch: 14 };
    const news = { ...makeNews(page, null, now), progress };
    const changed = reduceRun(model, { kind: 'run-changed', news });
    assert.deepEqual(changed.page.progress, progress);
    assert.deepEqual(changed.page.cards, page.cards);
  });

  it('leaves its crash behind when it goes on, and not while it is only offline', () => {
    const crashed = { page: makeRunPage({ now, state: 'crashed' }), machine: null };
    const told = makeNews(crashed.page, null, now);
    const goesOn = {
      ...told,
      listing: { ...told.listing, state: 'running', lastState: 'running' },
    };
    const offline = { ...told, listing: { ...told.listing, state: 'offline' } };
    const after = (news: typeof told): unknown =>
      reduceRun(crashed, { kind: 'run-changed', news }).page.crash;
    assert.equal(after(goesOn as typeof told), null);
    assert.notEqual(after(offline as typeof told), null);
  });

  it('is replaced when it was read anew, and has a machine of its own', () => {
    const other = makeRunPage({ now, steps: 5 });
    assert.equal(reduceRun(model, { kind: 'run-read', page: other }).page, other);
    const machine = makeMachine(offlineSince(now));
    const heard = reduceRun(model, { kind: 'machine-changed', machine });
    assert.deepEqual(heard, { page, machine });
  });
});

describe('the store of a run', () => {
  it('takes facts in and tells what was before', () => {
    const facts: ((fact: RunFact) => void)[] = [];
    const stop = new AbortController();
    const store = new RunStore(model);
    store.listen(
      { on: (_, listener) => void facts.push(listener as (fact: RunFact) => void) },
      stop.signal,
    );
    const heard: (readonly [RunModel, RunModel])[] = [];
    store.onChange((after, before) => heard.push([after, before]), stop.signal);
    const machine = makeMachine(offlineSince(now));
    facts[0]?.({ kind: 'machine-changed', machine });
    assert.equal(store.model.machine, machine);
    assert.deepEqual(heard, [[store.model, model]]);
    stop.abort();
    facts[0]?.({ kind: 'machine-changed', machine });
    assert.equal(heard.length, 1);
  });
});
