// The sample queue against the traces of an independent simulator, eighteen of them worked out by hand, value by value.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import * as z from 'zod';
import type { QueueSettings } from '../../../runtime/contract/trainingSettings.ts';
import {
  archive,
  dropStale,
  emptyQueue,
  forgetStale,
  freshNeeded,
  passRateOf,
  push,
  queueMembers,
  resample,
  type Sample,
  type SampleQueue,
} from '../../../runtime/training/sampleQueue.ts';

const Ids = z.array(z.string());
const Expected = z.object({
  freshNeeded: z.int(),
  staleDropped: Ids,
  evicted: Ids,
  queueAfterPush: Ids,
  passRateAfterPush: z.number(),
  swaps: z.array(z.object({ out: z.string(), in: z.string() })),
  queue: Ids,
  passRate: z.number(),
  freshInQueue: z.int(),
  skipped: z.boolean(),
  skippedSoFar: z.int(),
  staleDroppedSoFar: z.int(),
  archive: Ids,
});
const Vectors = z.looseObject({
  cases: z.array(
    z.looseObject({
      name: z.string(),
      input: z.object({
        G: z.int(),
        g: z.int(),
        windowLow: z.number(),
        windowHigh: z.number(),
        archiveSize: z.int(),
        maxStaleness: z.int(),
        visits: z.array(
          z.object({
            trainStep: z.int(),
            fresh: z.array(z.object({ id: z.string(), pass: z.boolean() })),
          }),
        ),
      }),
      expected: z.object({ visits: z.array(Expected) }),
    }),
  ),
});
const { cases } = Vectors.parse(
  JSON.parse(
    await readFile(
      new URL('../../fixtures/vectors/queue-simulation.json', import.meta.url),
      'utf8',
    ),
  ),
);

const base: QueueSettings = {
  enabled: true,
  groupSize: 4,
  freshPerVisit: 2,
  window: { low: 0.2, high: 0.8 },
  resample: true,
  archiveGroups: 4,
  maxStalenessSteps: 128,
};

const idsOf = (samples: readonly Sample[]) => samples.map(({ id }) => id);

function visit(
  queue: SampleQueue<Sample>,
  fresh: readonly Sample[],
  settings: QueueSettings,
  step: number,
) {
  const kept = dropStale(queue, settings, step);
  const pushed = push(kept.queue, fresh, settings);
  return { kept, pushed, ...resample(pushed.queue, settings, step) };
}

describe('sample queue, against the simulator', () => {
  it('is asked for every trace', () => {
    assert.equal(cases.length, 70);
  });

  for (const { name, input, expected } of cases) {
    it(name, () => {
      const settings: QueueSettings = {
        ...base,
        groupSize: input.G,
        freshPerVisit: input.g,
        window: { low: input.windowLow, high: input.windowHigh },
        archiveGroups: input.archiveSize / input.G,
        maxStalenessSteps: input.maxStaleness,
      };
      let queue = emptyQueue<Sample>();
      const soFar = { skipped: 0, dropped: 0 };
      for (const [index, { trainStep, fresh }] of input.visits.entries()) {
        const samples = fresh.map((one) => ({ ...one, sampledAtStep: trainStep }));
        const { kept, pushed, swaps, inside, ...after } = visit(
          queue,
          samples,
          settings,
          trainStep,
        );
        queue = after.queue;
        soFar.skipped += inside ? 0 : 1;
        soFar.dropped += kept.dropped.length;
        const members = queueMembers(queue);
        const found: z.infer<typeof Expected> = {
          freshNeeded: freshNeeded(kept.queue, settings),
          staleDropped: [...kept.dropped],
          evicted: [...pushed.evicted],
          queueAfterPush: [...pushed.queue.members],
          passRateAfterPush: passRateOf(queueMembers(pushed.queue)) ?? NaN,
          swaps: [...swaps],
          queue: idsOf(members),
          passRate: passRateOf(members) ?? NaN,
          freshInQueue: members.filter(({ sampledAtStep }) => sampledAtStep === trainStep).length,
          skipped: !inside,
          skippedSoFar: soFar.skipped,
          staleDroppedSoFar: soFar.dropped,
          archive: idsOf(archive(queue, settings)),
        };
        assert.deepEqual(found, expected.visits[index], `visit ${index + 1}`);
        assert.deepEqual(queue.members, idsOf(members), 'ids in sampling order');
      }
    });
  }
});

/** Fresh samples with the ids that come next. */
function drawn(passes: Iterator<boolean>, count: number, next: number, step: number): Sample[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${next + index}`,
    pass: passes.next().value === true,
    sampledAtStep: step,
  }));
}

describe('sample queue, in general', () => {
  const settings = fc
    .record({
      groupSize: fc.integer({ min: 1, max: 8 }),
      archiveGroups: fc.integer({ min: 1, max: 3 }),
      maxStalenessSteps: fc.integer({ min: 0, max: 6 }),
      fresh: fc.double({ min: 0, max: 1, noNaN: true }),
      window: fc
        .tuple(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
        )
        .map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) })),
    })
    .map(({ fresh, ...rest }) => ({
      ...base,
      ...rest,
      freshPerVisit: 1 + Math.floor(fresh * (rest.groupSize - 1)),
    }));
  const visits = fc.array(
    fc.record({ wait: fc.nat({ max: 3 }), passes: fc.infiniteStream(fc.boolean()) }),
    {
      maxLength: 12,
    },
  );

  it('holds G members in sampling order, none stale, whatever comes', () => {
    fc.assert(
      fc.property(settings, visits, (some, all) => {
        let queue = emptyQueue<Sample>();
        let [step, next] = [0, 0];
        for (const { wait, passes } of all) {
          step += wait;
          const count = freshNeeded(dropStale(queue, some, step).queue, some);
          const fresh = drawn(passes, count, next, step);
          next += count;
          const { inside, swaps, queue: after } = visit(queue, fresh, some, step);
          queue = after;
          const members = queueMembers(queue);
          const numbers = members.map(({ id }) => Number(id.slice(1)));
          assert.equal(members.length, some.groupSize);
          assert.equal(new Set(numbers).size, numbers.length);
          assert.deepEqual(
            numbers,
            numbers.toSorted((a, b) => a - b),
          );
          assert.ok(members.every((one) => step - one.sampledAtStep <= some.maxStalenessSteps));
          assert.ok(swaps.length <= some.groupSize);
          const rate = passRateOf(members) ?? NaN;
          assert.equal(inside, rate >= some.window.low && rate <= some.window.high);
          assert.ok(queue.sampled.length <= some.groupSize * (some.archiveGroups + 1));
        }
      }),
    );
  });

  it('behaves the same when it forgets what cannot come back', () => {
    fc.assert(
      fc.property(settings, visits, (some, all) => {
        let [kept, pruned] = [emptyQueue<Sample>(), emptyQueue<Sample>()];
        let [step, next] = [0, 0];
        for (const { wait, passes } of all) {
          step += wait;
          const count = freshNeeded(dropStale(kept, some, step).queue, some);
          const fresh = drawn(passes, count, next, step);
          next += count;
          kept = visit(kept, fresh, some, step).queue;
          pruned = forgetStale(visit(pruned, fresh, some, step).queue, some, step);
          assert.deepEqual(pruned.members, kept.members);
        }
      }),
    );
  });

  it('takes in what was scored when some of the fresh ones were not', () => {
    const fresh = [true, false].map((pass, index) => ({ id: `t${index}`, pass, sampledAtStep: 0 }));
    const { queue, inside } = visit(emptyQueue<Sample>(), fresh, base, 0);
    assert.deepEqual(queue.members, ['t0', 't1']);
    assert.ok(inside);
    assert.equal(freshNeeded(queue, base), 2);
    const first = visit(emptyQueue<Sample>(), fresh.slice(1), base, 0);
    assert.equal(freshNeeded(first.queue, base), 3);
  });

  it('drops a member when it is older than the limit, and not at the limit', () => {
    const samples = [true, false].map((pass, index) => ({
      id: `t${index}`,
      pass,
      sampledAtStep: 5,
    }));
    const { queue } = push(emptyQueue<Sample>(), samples, base);
    const limit = { ...base, maxStalenessSteps: 3 };
    assert.deepEqual(dropStale(queue, limit, 8).dropped, []);
    assert.deepEqual(dropStale(queue, limit, 9).dropped, ['t0', 't1']);
  });

  it('is outside without any member', () => {
    assert.equal(passRateOf([]), null);
    assert.equal(resample(emptyQueue<Sample>(), base, 0).inside, false);
  });

  it('ends when the window is narrower than one member', () => {
    const narrow = { ...base, window: { low: 0.55, high: 0.6 } };
    const samples = Array.from({ length: 16 }, (_, index) => ({
      id: `t${index}`,
      pass: index % 2 === 0,
      sampledAtStep: 0,
    }));
    const { swaps, inside } = resample(
      push(emptyQueue<Sample>(), samples, narrow).queue,
      narrow,
      0,
    );
    assert.equal(inside, false);
    assert.equal(swaps.length, narrow.groupSize);
  });
});
