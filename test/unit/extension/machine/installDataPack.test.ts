import assert from 'node:assert/strict';
import type * as Module from '../../../../extension/machine/installDataPack.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { type Answer, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

describe('installing numpy and pandas', function () {
  this.timeout(30_000);

  async function made(answers: Answer[], isInstalled = false) {
    const editor = new ScriptedEditor(answers);
    const runtime: RuntimeAnswers = new RuntimeAnswers({
      'offer-data-pack': () =>
        Promise.resolve({
          ...{ packages: ['numpy 2.4', 'pandas 3.0'], source: 'https://mirror/' },
          isInstalled,
        }),
      'install-data-pack': ({ callId }) => {
        for (const done of [1, 3]) {
          runtime.tell('work-progressed', { callId, activity: 'Fetching', done, total: 4 });
        }
        return Promise.resolve({});
      },
    });
    const module = await editor.load<typeof Module>('machine/installDataPack.ts');
    return { editor, runtime, ...module };
  }

  const asked = (runtime: RuntimeAnswers) => runtime.asked.map(({ name }) => name);

  it('says what comes from where, and fetches it after a yes', async () => {
    const { editor, runtime, installDataPack } = await made(['Download', undefined]);
    assert.equal(await installDataPack(runtime), true);
    assert.deepEqual(asked(runtime), ['offer-data-pack', 'install-data-pack']);
    assert.deepEqual(editor.progress, [
      { message: 'Fetching: 25 %', increment: 25 },
      { message: 'Fetching: 75 %', increment: 50 },
    ]);
    assert.match(JSON.stringify(editor.shown), /from the next question on/);
  });

  it('fetches nothing without a yes', async () => {
    const { runtime, installDataPack } = await made([undefined]);
    assert.equal(await installDataPack(runtime), false);
    assert.deepEqual(asked(runtime), ['offer-data-pack']);
  });

  it('says that they are there already', async () => {
    const { editor, runtime, installDataPack } = await made([undefined], true);
    assert.equal(await installDataPack(runtime), true);
    assert.deepEqual(asked(runtime), ['offer-data-pack']);
    assert.match(JSON.stringify(editor.shown), /can use numpy 2\.4, pandas 3\.0 already/);
  });
});
