import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { detectFormat } from '../../../../../runtime/store/importers/trajectories/detectFormat.ts';
import type { ForeignFormat } from '../../../../../runtime/store/importers/trajectories/foreignFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { failureOf } from '../../../../fakes/failureOf.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('detectFormat', () => {
  const inFolder = temporaryFolder();

  /** Takes files that begin with the word. */
  function format(id: ForeignFormat['id'], word: string): ForeignFormat {
    return {
      id,
      title: `Files of ${id}`,
      patterns: [],
      detect: (file, head) =>
        file.endsWith('in.json') && Buffer.from(head).toString('utf8').startsWith(word),
      read: () => {
        throw new Error('is not read');
      },
    };
  }

  const formats = [format('verl', 'a'), format('trl', 'b'), format('otel', 'bc')];

  async function detected(content: string): Promise<ForeignFormat> {
    await writeFile(inFolder('in.json'), content);
    return detectFormat(inFolder('in.json'), formats);
  }

  async function message(content: string): Promise<string> {
    const error: unknown = await detected(content).catch((reason: unknown) => reason);
    assert.ok(error instanceof HumanError);
    return error.message;
  }

  it('finds the one that takes the file', async () => {
    assert.equal((await detected('a')).id, 'verl');
    assert.equal((await detected('b'.padEnd(200_000, 'x'))).id, 'trl');
  });

  it('names the candidates when there are two', async () => {
    assert.equal(
      await message('bcd'),
      'in.json could be of more than one kind. Name its format with --format: trl (Files of trl), otel (Files of otel).',
    );
  });

  it('names all when there is none', async () => {
    assert.match(
      await message(''),
      /is no file of trajectories that is known\. .* verl .* trl .* otel/,
    );
  });

  it('says what is wrong with a file that cannot be read', async () => {
    const gone = detectFormat(inFolder('none.json'), formats);
    assert.equal((await failureOf(gone)).code, 'store/no-file');
    assert.equal((await failureOf(detectFormat(inFolder(), formats))).code, 'store/is-folder');
  });
});
