import assert from 'node:assert/strict';
import { extensionOf, misleadingNameNote } from '../../../runtime/documents/extension.ts';

describe('extensionOf', () => {
  const cases: readonly (readonly [name: string, extension: string])[] = [
    ['report.PDF', 'pdf'],
    ['archive.tar.gz', 'gz'],
    ['folder.d/readme', ''],
    ['folder\\readme.txt', 'txt'],
    ['.gitignore', ''],
    ['name.', ''],
    ['', ''],
  ];
  for (const [name, extension] of cases) {
    it(`gives "${extension}" for "${name}"`, () => assert.equal(extensionOf(name), extension));
  }
});

describe('misleadingNameNote', () => {
  it('names both the promise and the content', () => {
    assert.equal(
      misleadingNameNote('sales.csv', 'xlsx'),
      'The name ends in .csv, but the content is xlsx; it was read as xlsx.',
    );
  });
  it('says nothing when the name fits, promises a cousin, or promises nothing', () => {
    assert.equal(misleadingNameNote('photo.jpg', 'jpeg'), null);
    assert.equal(misleadingNameNote('rows.json', 'jsonl'), null);
    assert.equal(misleadingNameNote('data.bin', 'pdf'), null);
    assert.equal(misleadingNameNote('README', 'text'), null);
  });
});
