// Which block of a reply is its code action. A block that holds the tool call of another dialect is none.
import type { Block } from './block.ts';
import { foreignCall } from './foreignCall.ts';
import { visible } from './invisible.ts';
import type { CodeHeading, ReplyScan } from './scanReply.ts';

/**
 * The first block after the last heading that can hold Python. Without one, `hasBareCode` says that code without a fence
 * stands there and no block is chosen; else the best one of the whole cycle is.
 */
export function chooseBlock(text: string, scan: ReplyScan, hasBareCode: boolean): Block | null {
  const last = scan.codeHeadings.at(-1);
  const filled = filledBlocks(text, scan);
  const isCall = (block: Block) => foreignCallIn(text, block) !== null;
  const headed = filled.filter((block) => last !== undefined && block.start >= last.start);
  const after = headed.find((block) => block.tag !== 'foreign' && !isCall(block));
  if (after !== undefined || hasBareCode) return after ?? null;
  const python = filled.find((block) => block.tag === 'python');
  return python ?? filled.find((block) => block.tag === 'none' && !isCall(block)) ?? null;
}

/** More than one block, or heading, where one was asked for; fences in the thought do not count. */
export function hasFurtherAction(text: string, scan: ReplyScan): boolean {
  const last = scan.codeHeadings.at(-1);
  const blocks = filledBlocks(text, scan).filter(
    (block) => last === undefined || block.start >= last.start,
  );
  return blocks.length > 1 || scan.codeHeadings.length > 1;
}

/** The `Code:` that a block belongs to. */
export function headingBefore(scan: ReplyScan, block: Block): CodeHeading | null {
  return scan.codeHeadings.findLast((heading) => heading.start <= block.start) ?? null;
}

function filledBlocks(text: string, scan: ReplyScan): readonly Block[] {
  return scan.blocks.filter((block) => visible(text.slice(block.from, block.to)).trim() !== '');
}

/** A JSON call is valid Python too, so a block that starts like one is asked. */
function foreignCallIn(text: string, block: Block): string | null {
  const content = text.slice(block.from, block.to).trim();
  return /^[[{]/.test(content) ? foreignCall(content) : null;
}
