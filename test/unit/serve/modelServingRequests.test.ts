import assert from 'node:assert/strict';
import { trainingRequests } from '../../../runtime/contract/training/trainingRequests.ts';
import { workNotifications } from '../../../runtime/contract/work.ts';
import type { CheckpointName } from '../../../runtime/policy/modelName.ts';
import type { ServeOptions } from '../../../runtime/remote/serving/servedCheckpoints.ts';
import { modelServingHandlers } from '../../../runtime/serve/modelServingRequests.ts';

const { signal } = new AbortController();

describe('requests about checkpoints as models', () => {
  const told: unknown[] = [];
  const asked: CheckpointName[] = [];
  const workspaces: string[] = [];
  let opened = 0;
  beforeEach(() => {
    for (const list of [told, asked, workspaces]) list.splice(0);
    opened = 0;
  });

  const first = {
    ...{ place: { machine: 'a100', folder: '/runs/first' }, step: 4 },
    model: 'checkpoint:first/4',
  };
  const models = {
    served: () => Promise.resolve([first]),
    addWorkspaces: (folders: readonly string[]) => void workspaces.push(...folders),
    serve: (name: CheckpointName, { onProgress }: ServeOptions) => {
      asked.push(name);
      onProgress({ activity: 'Loading the checkpoint', done: 0, total: null, unit: 'items' });
      return Promise.resolve({
        ...{ model: 'checkpoint-4@http://127.0.0.1:4100/v1', localPort: 4100 },
        ...{ ended: new Promise<void>(() => undefined), problem: () => null },
      });
    },
  };
  const handlers = modelServingHandlers({
    open: () => {
      opened += 1;
      return Promise.resolve({ models });
    },
    notify: (name, fact) => told.push(workNotifications[name as 'work-progressed'].parse(fact)),
  });
  const handler = handlers['serve-model'];

  it('say which are served', async () => {
    const answer = await handlers['list-served-checkpoints']({}, signal);
    const { result } = trainingRequests['list-served-checkpoints'];
    assert.deepEqual(result.parse(answer), { served: [first] });
  });

  it('serve one by its name, and tell how far it is', async () => {
    const params = { model: 'checkpoint:a100/first/4', workspaces: ['/w'], callId: 'c1' };
    assert.deepEqual(await handler(params, signal), {});
    assert.deepEqual(asked, [{ kind: 'checkpoint', machine: 'a100', run: 'first', step: 4 }]);
    assert.deepEqual(workspaces, ['/w']);
    const activity = 'Loading the checkpoint';
    assert.deepEqual(told, [{ callId: 'c1', activity, done: 0, total: null }]);
  });

  it('reach no machine for a model that is ready as it is', async () => {
    assert.deepEqual(
      await handler({ model: 'embedded', workspaces: [], callId: 'c2' }, signal),
      {},
    );
    assert.equal(opened, 0);
  });
});
