import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { previewFile } from '../../../runtime/support/filePreview.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('filePreview', () => {
  const at = temporaryFolder();
  const preview = (name: string, content: string | Uint8Array): Promise<string | null> => {
    writeFileSync(at(name), content);
    return previewFile({ name: `below/${name}`, hostPath: at(name), bytes: content.length });
  };

  it('names the columns of a table with the values of its first row', async () => {
    assert.equal(
      await preview('a.csv', 'name,colour\nTern,blue\nSwift,red\n'),
      'first row: name=Tern, colour=blue',
    );
  });

  it('finds the delimiter, quotes and marks of a table', async () => {
    assert.equal(
      await preview('a.csv', '\uFEFFname;note\r\n"Tern; old";"said ""hi"""\r\n'),
      'first row: name=Tern; old, note=said "hi"',
    );
    assert.equal(await preview('a.TSV', 'a\tb\n1\t2\n'), 'first row: a=1, b=2');
  });

  it('shortens long values and many columns', async () => {
    const names = Array.from({ length: 30 }, (_, place) => `c${place}`);
    const text = `${names.join()}\n${names.map(() => 'x'.repeat(99)).join()}\n`;
    const shown = (await preview('a.csv', text)) ?? '';
    assert.equal(shown.split(', ').length, 12);
    assert.ok(shown.includes(`c11=${'x'.repeat(23)}…`));
  });

  it('survives a row that is shorter than the names', async () => {
    assert.equal(await preview('a.csv', 'a,b,c\n1\n'), 'first row: a=1, b=, c=');
  });

  it('names the fields of the first line of JSON Lines', async () => {
    assert.equal(
      await preview('a.jsonl', '{"path":"/","status":200,"tags":["x"]}\n{"path":'),
      'first line: path=/, status=200, tags=["x"]',
    );
  });

  it('tells a JSON list from an object', async () => {
    assert.equal(await preview('a.json', '[{"id":1,"room":"B"}]'), 'list, first: id=1, room=B');
    assert.equal(await preview('a.json', '{"host":"db","port":1}'), 'keys: host, port');
  });

  it('shows the first line of a text', async () => {
    assert.equal(await preview('a.md', '\n\n# Trip\nmore'), 'first line: # Trip');
    const long = (await preview('a.txt', 'word '.repeat(50))) ?? '';
    assert.ok(long.endsWith('…') && long.length === 'first line: '.length + 60);
  });

  it('reads only the start of a big file', async () => {
    const row = 'Tern,blue\n';
    assert.equal(
      await preview('a.csv', `name,colour\n${row.repeat(500_000)}`),
      'first row: name=Tern, colour=blue',
    );
  });

  it('says nothing of what it cannot read', async () => {
    assert.equal(await preview('a.pdf', '%PDF-1.7'), null);
    assert.equal(await preview('noextension', 'x'), null);
    assert.equal(await preview('a.csv', ''), null);
    assert.equal(await preview('a.csv', 'only,names\n'), null);
    assert.equal(await preview('a.json', '[1, 2]'), null);
    assert.equal(await preview('a.json', '{"cut'), null);
    assert.equal(await preview('a.json', `[${'{"a":1},'.repeat(40_000)}{}]`), null);
    assert.equal(await preview('a.jsonl', 'no json'), null);
    assert.equal(await preview('a.txt', '\n \n'), null);
    assert.equal(await previewFile({ name: 'a.csv', hostPath: at('gone.csv'), bytes: 1 }), null);
  });
});
