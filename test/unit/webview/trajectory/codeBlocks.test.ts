import assert from 'node:assert/strict';
import {
  appendLine,
  blockLines,
  linesOf,
  type CodeBlock,
} from '../../../../webview/trajectory/state/codeBlocks.ts';

function blocksOf(lines: readonly string[]): readonly CodeBlock[] {
  return lines.reduce<readonly CodeBlock[]>(appendLine, []);
}

const many = Array.from({ length: 2 * blockLines + 5 }, (_, line) => `x${line} = 0`);

describe('appendLine', () => {
  it('keeps every line once, in blocks', () => {
    const blocks = blocksOf(many);
    assert.deepEqual(linesOf(blocks), many);
    assert.deepEqual(
      blocks.map(({ lines }) => lines.length),
      [blockLines, blockLines, 5],
    );
    assert.deepEqual(linesOf([]), []);
  });

  it('leaves the blocks that are whole as they are, so that they need not be drawn again', () => {
    const before = blocksOf(many);
    const after = appendLine(before, 'y = 1');
    assert.equal(after[0], before[0]);
    assert.equal(after[1], before[1]);
    assert.notEqual(after[2], before[2]);
    assert.equal(before[2]?.lines.length, 5);
    assert.equal(after[2]?.lines.at(-1), 'y = 1');
  });

  it('knows that a block begins inside a string', () => {
    const quotes = (first: string) => blocksOf([first, ...many]).map((block) => block.openQuote);
    assert.deepEqual(quotes('text = """'), ['', '"""', '"""']);
    assert.deepEqual(quotes("a = '''x'''"), ['', '', '']);
    assert.deepEqual(quotes(`a = """ ''' """`), ['', '', '']);
  });
});
