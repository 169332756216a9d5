import assert from 'node:assert/strict';
import type { ChosenFiles } from '../../../runtime/support/chosenFiles.ts';
import { requestedDocument } from '../../../runtime/tools/requestedDocument.ts';
import { ToolError } from '../../../runtime/tools/tool.ts';

function chosen(...names: string[]): ChosenFiles {
  return {
    files: names.map((name) => ({ name, hostPath: `/host/${name}`, bytes: 1 })),
    leftOut: [],
  };
}

const files = chosen('report.pdf', 'data/sales.csv', 'data/all.zip', 'odd#from=3.txt');

function refusal(requested: string, among = files): ToolError {
  try {
    requestedDocument(among, requested);
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return error;
  }
  return assert.fail('nothing was thrown');
}

describe('requestedDocument', () => {
  for (const path of ['report.pdf', './report.pdf', '/workspace/report.pdf', ' report.pdf ']) {
    it(`finds the file by "${path}"`, () => {
      assert.deepEqual(requestedDocument(files, path), {
        document: { name: 'report.pdf', hostPath: '/host/report.pdf', member: null },
        from: 0,
      });
    });
  }
  it('takes the rest of a path for a path inside the file', () => {
    const { document } = requestedDocument(files, '/workspace/data/all.zip/2024/notes.txt');
    assert.deepEqual([document.name, document.member], ['data/all.zip', '2024/notes.txt']);
  });
  it('reads where to go on, counted from one', () => {
    const { document, from } = requestedDocument(files, 'report.pdf#from=70001');
    assert.deepEqual([document.name, from], ['report.pdf', 70_000]);
    assert.equal(requestedDocument(files, 'report.pdf#from=0').from, 0);
    const inner = requestedDocument(files, 'data/all.zip/a.txt#from=5');
    assert.deepEqual([inner.document.member, inner.from], ['a.txt', 4]);
  });
  it('prefers a file whose name looks like that', () => {
    const { document, from } = requestedDocument(files, 'odd#from=3.txt');
    assert.deepEqual([document.name, from], ['odd#from=3.txt', 0]);
  });

  it('lists the files when there are few', () => {
    const error = refusal('sales.csv');
    assert.equal(error.pythonType, 'FileNotFoundError');
    assert.equal(
      error.message,
      "There is no file 'sales.csv'. The files are: 'report.pdf', 'data/sales.csv', 'data/all.zip', 'odd#from=3.txt'.",
    );
  });
  it('names the nearest when there are many', () => {
    const many = chosen(
      ...Array.from({ length: 400 }, (_, index) => `f/${index}.bin`),
      'Sales.csv',
    );
    assert.match(refusal('sale.csv', many).message, /The nearest of 401 names: 'Sales\.csv', /);
  });
  it('says that no files were chosen', () => {
    assert.match(refusal('a.txt', chosen()).message, /No files were chosen for this task\./);
  });
  for (const folder of ['data', 'data/', '/workspace/data']) {
    it(`lists the files of the folder "${folder}"`, () => {
      const error = refusal(folder);
      assert.equal(error.pythonType, 'IsADirectoryError');
      assert.match(error.message, /Name one of its files: 'data\/sales\.csv', 'data\/all\.zip'\./);
    });
  }
  it('takes /workspace and a dot for the folder of all files', () => {
    for (const root of ['/workspace', '/workspace/', '.']) {
      assert.equal(refusal(root).pythonType, 'IsADirectoryError');
    }
  });
  it('sends web addresses and files of the sandbox elsewhere', () => {
    assert.match(refusal('https://example.org/a.pdf').message, /is a web address; this tool reads/);
    assert.match(refusal('/out/table.csv').message, /is a file of the sandbox; .* open\(\)/);
  });
  it('does not leave the chosen files', () => {
    assert.equal(refusal('../etc/passwd').pythonType, 'FileNotFoundError');
    assert.equal(refusal('/etc/passwd').pythonType, 'FileNotFoundError');
    assert.equal(refusal('').pythonType, 'ValueError');
  });
});
