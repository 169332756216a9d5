import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readAddedTokens } from '../../../../runtime/policy/training/readAddedTokens.ts';
import { HumanError } from '../../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { addedTokens, tokenizerJson } from '../../../fakes/toyTokenizer.ts';

describe('readAddedTokens', () => {
  const inFolder = temporaryFolder();
  const refused = (message: RegExp) => (error: unknown) => {
    assert.ok(error instanceof HumanError);
    assert.match(error.message, message);
    assert.ok(!error.message.includes('\n'));
    return true;
  };

  it('reads those of the model in a folder', async () => {
    await writeFile(inFolder('tokenizer.json'), tokenizerJson);
    assert.deepEqual(await readAddedTokens(inFolder()), addedTokens);
  });

  it('says what to do without a tokenizer', async () => {
    const message =
      /tokenizer\.json cannot be read .*; save_pretrained of transformers writes it\.$/;
    await assert.rejects(readAddedTokens(inFolder('nowhere')), refused(message));
  });

  it('says what to do with a file that is none', async () => {
    await writeFile(inFolder('tokenizer.json'), '{"added_tokens":');
    const message = /tokenizer\.json is no tokenizer: not JSON.*Copy the file of the model there/;
    await assert.rejects(readAddedTokens(inFolder()), refused(message));
  });
});
