import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { previewFile } from '../../../runtime/support/filePreview.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('filePreview', () => {
  const at = temporaryFolder();
  const preview = (name: string, content: string, question = ''): Promise<string | null> => {
    writeFileSync(at(name), content);
    return previewFile(
      { name: `below/${name}`, hostPath: at(name), bytes: content.length },
      question,
    );
  };

  it('names the columns of a table', async () => {
    assert.equal(
      await preview('a.csv', 'name,colour\nTern,blue\nSwift,red\n'),
      'columns: name, colour',
    );
  });

  it('finds the delimiter, quotes and marks of a table', async () => {
    assert.equal(
      await preview('a.csv', '\uFEFFname;"the ""note"""\r\n"Tern; old";hi\r\n'),
      'columns: name, the "note"',
    );
    assert.equal(await preview('a.TSV', 'a\tb\n1\t2\n'), 'columns: a, b');
  });

  it('shortens long and many names', async () => {
    const names = Array.from({ length: 30 }, (_, place) => `c${place}${'x'.repeat(60)}`);
    const shown = (await preview('a.csv', `${names.join()}\n${names.join()}\n`)) ?? '';
    assert.equal(shown.split(', ').length, 24);
    assert.ok(shown.length < 1100);
  });

  it('names the keys of the first line of JSON Lines', async () => {
    const text = '{"path":"/","status":200,"tags":["x"]}\n{"path":';
    assert.equal(await preview('a.jsonl', text), 'keys: path, status, tags');
  });

  it('tells a JSON list from an object', async () => {
    assert.equal(await preview('a.json', '[{"id":1,"room":"B"}]'), 'list of: id, room');
    assert.equal(await preview('a.json', '{"host":"db","port":1}'), 'keys: host, port');
  });

  it('gives the condition for the rows that the question mentions', async () => {
    const csv = "name,colour\nTern,blue\nSwift,Dark Red\nO'Hara,red\n";
    assert.equal(
      await preview('a.csv', csv, 'How many boats are dark red?'),
      "row['colour'] == 'Dark Red'; columns: name, colour",
    );
    assert.equal(
      await preview('a.csv', csv, "Which colour has O'Hara?"),
      "row['name'] == 'O\\'Hara'; columns: name, colour",
    );
    const lines = '{"path":"/","status":200}\n{"path":"/x","status":404}\n{"path":';
    assert.equal(
      await preview('a.jsonl', lines, 'How many are 404?'),
      "row['status'] == 404; keys: path, status",
    );
    const list = '[{"ok":true,"room":"A"},{"ok":false,"room":"B2"}]';
    assert.equal(
      await preview('a.json', list, 'Is it true that room B2 is ok?'),
      "item['ok'] == True and item['room'] == 'B2'; list of: ok, room",
    );
  });

  it('reads only the start of a big file', async () => {
    const text = `name,colour\n${'Tern,blue\n'.repeat(500_000)}`;
    assert.equal(await preview('a.csv', text), 'columns: name, colour');
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
    assert.equal(await preview('a.txt', 'plain text'), null);
    assert.equal(
      await previewFile({ name: 'a.csv', hostPath: at('gone.csv'), bytes: 1 }, ''),
      null,
    );
  });
});
