import assert from 'node:assert/strict';
import { workNotifications, workRequests } from '../../../runtime/contract/work.ts';
import { workHandlers } from '../../../runtime/serve/workRequests.ts';
import { FakeRuntime } from '../../fakes/fakeRuntime.ts';

const never = new AbortController().signal;

describe('work that takes a while', () => {
  it('offers numpy and pandas with their source, and says when they are there', async () => {
    const runtime = new FakeRuntime();
    const handlers = workHandlers(runtime, () => undefined);
    const offer = async () =>
      workRequests['offer-data-pack'].result.parse(await handlers['offer-data-pack']({}, never));
    assert.deepEqual(await offer(), {
      ...{ packages: ['numpy 2', 'pandas 3'], source: 'https://mirror/' },
      isInstalled: false,
    });
    await handlers['install-data-pack']({ callId: 'c' }, never);
    assert.equal((await offer()).isInstalled, true);
  });

  it('tells how far it is under the id of the call, and stops with it', async () => {
    const told: unknown[] = [];
    const signals: AbortSignal[] = [];
    const handlers = workHandlers(
      {
        offerDataPack: () => Promise.reject(new Error('not asked in this test')),
        installDataPack: ({ signal, onProgress }) => {
          signals.push(signal);
          onProgress({ activity: 'Fetching numpy', done: 1, total: 4, unit: 'bytes' });
          return Promise.resolve();
        },
      },
      (name, fact) => told.push(workNotifications[name as 'work-progressed'].parse(fact)),
    );
    await handlers['install-data-pack']({ callId: 'c7' }, never);
    assert.deepEqual(told, [{ callId: 'c7', activity: 'Fetching numpy', done: 1, total: 4 }]);
    assert.deepEqual(signals, [never]);
  });
});
