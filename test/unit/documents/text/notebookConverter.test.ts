import assert from 'node:assert/strict';
import { notebookConverter } from '../../../../runtime/documents/text/notebookConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const notebook = (cells: readonly object[], more: object = {}): string =>
  JSON.stringify({ cells, metadata: { kernelspec: { language: 'python' } }, nbformat: 4, ...more });
const code = (
  source: string | string[],
  outputs: readonly object[],
  count: number | null = 1,
): object => ({
  cell_type: 'code',
  source,
  outputs,
  execution_count: count,
  metadata: {},
});
const convert = (content: string) => convertWith(notebookConverter, 'n.ipynb', content);

describe('notebookConverter', () => {
  it('gives cells in order with what they printed', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      code('print(1)', [{ output_type: 'stream', name: 'stdout', text: ['1\n', '2\n'] }], 3),
      code(['x = 2\n', 'x'], [], null),
    ];
    const { format, text, lost } = await convert(notebook(cells));
    assert.equal(format, 'ipynb');
    assert.equal(
      text,
      '# n.ipynb\n\nNotebook with 3 cells.\n\n# Title\ntext\n\nCell 2, run as [3]:\n```python\nprint(1)\n```\n\nOutput:\n```\n1\n2\n```\n\nCell 3, not run:\n```python\nx = 2\nx\n```',
    );
    assert.deepEqual(lost, []);
  });
  it('takes a table from its HTML and names pictures', async () => {
    const outputs = [
      {
        output_type: 'execute_result',
        data: {
          'text/html': '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
          'text/plain': 'a b\n1 2',
        },
      },
      { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': '<Figure>' } },
    ];
    const { text, lost } = await convert(notebook([code('df', outputs)]));
    assert.match(text, /\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2 \|\n\[picture: image\/png\]$/);
    assert.deepEqual(lost, ['1 picture in outputs left out.']);
  });
  it('shows errors without the colours of a terminal', async () => {
    const outputs = [
      { output_type: 'stream', text: '\u001b[31mred\u001b[0m' },
      { output_type: 'error', ename: 'ValueError', evalue: 'bad', traceback: [] },
    ];
    assert.match(
      (await convert(notebook([code('x', outputs)]))).text,
      /```\nred\n```\n```\nValueError: bad\n```$/,
    );
  });
  it('reads notebooks before version 4', async () => {
    const old = {
      worksheets: [
        { cells: [{ cell_type: 'code', input: ['y = 1'], prompt_number: 2, outputs: [] }] },
      ],
      nbformat: 3,
    };
    assert.match(
      (await convert(JSON.stringify(old))).text,
      /Cell 1, run as \[2\]:\n```python\ny = 1\n```/,
    );
  });
  it('names the language of the notebook', async () => {
    const { text } = await convert(
      notebook([code('x', [])], { metadata: { kernelspec: { language: 'R' } } }),
    );
    assert.match(text, /```R\nx/);
  });
  it('says why a notebook cannot be read', async () => {
    await assert.rejects(
      convert('{"cells": 7}'),
      isProblem('corrupt', /no readable notebook \(cells.*open\(\)/),
    );
    await assert.rejects(convert('{"cells": ['), isProblem('corrupt', /not JSON/));
  });
  it('recognises its name with JSON inside', () => {
    assert.equal(notebookConverter.recognise(sourceOf('n.ipynb', ' {"cells": []}')), 0.95);
    assert.equal(notebookConverter.recognise(sourceOf('n.ipynb', 'text')), 0);
    assert.equal(notebookConverter.recognise(sourceOf('n.json', '{}')), 0);
  });
});
