import assert from 'node:assert/strict';
import { ReceivedRequest, WorkerRequest } from '../../../runtime/sandbox/workerProtocol.ts';

const step = {
  op: 'step',
  id: 3,
  step: 1,
  code: 'x = 1',
  timeoutMilliseconds: 1000,
  maxOutput: 8000,
  keep: true,
};

describe('a request as a worker receives it', () => {
  it('is what was sent', () => {
    for (const request of [step, { op: 'reset', id: 4 }, { op: 'keep', id: 5 }]) {
      assert.deepEqual(ReceivedRequest.parse(request), request);
    }
  });

  const wrong: readonly Record<string, unknown>[] = [
    { id: 1.5 },
    { id: '3' },
    { step: 0 },
    { step: null },
    { code: 5 },
    { timeoutMilliseconds: '1' },
    { maxOutput: Number.NaN },
    { keep: 1 },
    { op: 'steps' },
  ];
  for (const change of wrong) {
    const [name = '', value] = Object.entries(change)[0] ?? [];
    it(`is refused with ${name} ${String(value)}, by hand as by the schema`, () => {
      const request = { ...step, ...change };
      assert.equal(ReceivedRequest.safeParse(request).success, false);
      assert.equal(WorkerRequest.safeParse(request).success, false);
    });
  }

  it('is refused when it is no object', () => {
    for (const value of [null, 'step', [], 5]) {
      assert.equal(ReceivedRequest.safeParse(value).success, false);
    }
  });
});
