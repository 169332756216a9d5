import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { LineBlocks, type Block } from '../../../runtime/store/lineBlocks.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('LineBlocks', () => {
  const inFolder = temporaryFolder();

  async function blocksOf(content: string | Buffer, maxLine?: number): Promise<string[]> {
    await writeFile(inFolder('file'), content);
    const handle = await open(inFolder('file'));
    const blocks = new LineBlocks(handle, maxLine);
    const found: string[] = [];
    for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
      found.push(describeBlock(block));
      if (block.kind === 'tail' || (block.kind === 'oversized' && !block.ended)) break;
    }
    await handle.close();
    return found;
  }

  it('gives whole lines together', async () => {
    assert.deepEqual(await blocksOf('one\ntwo\n'), ['lines 0+8']);
  });

  it('gives an end without a line end, and consumes nothing of it', async () => {
    assert.deepEqual(await blocksOf('one\ntwo'), ['lines 0+4', 'tail 4+3']);
  });

  it('gives nothing of an empty file', async () => assert.deepEqual(await blocksOf(''), []));

  it('gives a line of any length as one', async () => {
    const long = 'x'.repeat(5_000_000);
    assert.deepEqual(await blocksOf(`a\n${long}\nb\n`), ['lines 0+2', 'lines 2+5000003']);
  });

  it('passes over lines that are too long', async () => {
    const limit = 300_000;
    const long = 'x'.repeat(limit + 1);
    assert.deepEqual(await blocksOf(`a\n${long}\nb\n`, limit), [
      'lines 0+2',
      `oversized 2+${limit + 2} ended`,
      `lines ${limit + 4}+2`,
    ]);
    assert.deepEqual(await blocksOf(`a\n${long}`, limit), [
      'lines 0+2',
      `oversized 2+${limit + 1} open`,
    ]);
    assert.deepEqual(await blocksOf(`${'x'.repeat(limit)}\nb\n`, limit), [
      `lines 0+${limit + 1}`,
      `lines ${limit + 1}+2`,
    ]);
  });
});

function describeBlock(block: Block): string {
  if (block.kind !== 'oversized') return `${block.kind} ${block.offset}+${block.bytes.length}`;
  return `oversized ${block.offset}+${block.length} ${block.ended ? 'ended' : 'open'}`;
}
