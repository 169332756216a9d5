import assert from 'node:assert/strict';
import {
  renderFiles,
  renderImports,
  renderSignature,
  renderTool,
  size,
} from '../../../../runtime/agent/protocols/renderTools.ts';
import { ToolSignature } from '../../../../runtime/contract/tool.ts';

const tool = ToolSignature.parse({
  name: 'visit_qa',
  description: 'Opens a page\n   and answers.',
  parameters: [
    { name: 'url', type: 'str', description: 'The page.' },
    { name: 'question', type: 'str', description: 'What to\nfind out.', defaultValue: 'None' },
  ],
  returns: 'str',
});

describe('renderTool', () => {
  it('gives the signature as Python', () => {
    assert.equal(renderSignature(tool), 'visit_qa(url: str, question: str = None) -> str');
  });

  it('gives a stub with one line a parameter', () => {
    assert.equal(
      renderTool(tool),
      [
        'def visit_qa(url: str, question: str = None) -> str:',
        '    Opens a page and answers.',
        '    url: The page.',
        '    question: What to find out.',
      ].join('\n'),
    );
  });
});

describe('renderImports', () => {
  it('names modules as import takes them', () => {
    assert.equal(renderImports(['csv', 'os.path', 'numpy.*']), 'csv, os.path, numpy');
  });
});

describe('renderFiles', () => {
  it('counts what it does not name', () => {
    const files = Array.from({ length: 45 }, (_, index) => ({ name: `f${index}`, bytes: 1 }));
    const lines = renderFiles(files).split('\n');
    assert.equal(lines.length, 41);
    assert.equal(lines[0], '- f0 (1 byte)');
    assert.match(lines[40] ?? '', /^- and 5 more; pathlib/);
  });
});

describe('size', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [1449, '1.4 kB'],
    [9949, '9.9 kB'],
    [9960, '10 kB'],
    [999_400, '999 kB'],
    [999_500, '1.0 MB'],
    [32_000_000, '32 MB'],
    [5e15, '5000 TB'],
  ];
  for (const [bytes, text] of cases)
    it(`shows ${bytes} as ${text}`, () => assert.equal(size(bytes), text));
});
