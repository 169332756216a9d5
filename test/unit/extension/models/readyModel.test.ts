import assert from 'node:assert/strict';
import type * as Module from '../../../../extension/models/readyModel.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

describe('making a model ready', () => {
  async function make(serve: () => Promise<Record<string, never>>) {
    const runtime = new RuntimeAnswers({ 'serve-model': serve });
    const { readyModel } = await new ScriptedEditor([]).load<typeof Module>('models/readyModel.ts');
    const ready = (model: string) => readyModel({ runtime, workspaces: () => ['/w'] }, model);
    return { runtime, ready };
  }

  it('serves a checkpoint', async () => {
    const { runtime, ready } = await make(() => Promise.resolve({}));
    await ready('checkpoint:first/4');
    const [asked] = runtime.asked.map(({ params }) => params as { callId: string });
    assert.deepEqual(asked, {
      ...{ model: 'checkpoint:first/4', workspaces: ['/w'], callId: asked?.callId },
    });
  });

  it('asks nothing for any other model', async () => {
    const { runtime, ready } = await make(() => Promise.resolve({}));
    for (const model of ['embedded', 'm@http://localhost:8000/v1', 'gguf:/a.gguf']) {
      await ready(model);
    }
    assert.deepEqual(runtime.asked, []);
  });

  it('says why a checkpoint cannot be served', async () => {
    const { ready } = await make(() => Promise.reject(new Error('There is no run first.')));
    await assert.rejects(ready('checkpoint:first/4'), /There is no run first/);
  });
});
