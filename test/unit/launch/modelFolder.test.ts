import assert from 'node:assert/strict';
import { readModelFolder } from '../../../runtime/launch/modelFolder.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { writeModelFolder } from '../../fakes/trainingFiles.ts';

describe('readModelFolder', () => {
  const folder = temporaryFolder();

  it('gives the size of the weights', async () => {
    await writeModelFolder(folder('m'));
    assert.deepEqual(await readModelFolder(folder('m')), {
      folder: folder('m'),
      weightBytes: 'weights'.length,
    });
  });

  const missing: Record<string, RegExp> = {
    'config.json': /has no config\.json, so it is not a Hugging Face model/,
    'tokenizer.json': /has no tokenizer \(tokenizer\.json, .*Copy the files of the tokenizer/,
    'model.safetensors': /has no weights \(\*\.safetensors\)\. Fetch the model whole/,
  };
  for (const [name, message] of Object.entries(missing)) {
    it(`refuses one without ${name}`, async () => {
      await assert.rejects(readModelFolder(await writeModelFolder(folder('m'), [name])), message);
    });
  }

  it('refuses what is not there', async () => {
    await assert.rejects(readModelFolder(folder('no')), /There is no model folder \S+no\. Name a/);
  });
});
