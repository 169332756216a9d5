// The code action of a block: its text as Python, whether it may run, and the faults of the block and of what follows it.
import type { ParseFault } from '../../contract/reply.ts';
import type { Block } from './reply/block.ts';
import { hasFurtherAction, headingBefore } from './reply/chooseBlock.ts';
import { codeText, firstWords } from './reply/codeText.ts';
import { openingFence, partialTerminatorAt } from './reply/marks.ts';
import { isComplete, scanPython } from './reply/pythonScanner.ts';
import type { ReplyScan } from './reply/scanReply.ts';
import { fault, truncatedFault } from './toolR1Faults.ts';

/** What a reply asks to run. */
export interface FoundCode {
  /** Null when the code must not run. */
  readonly code: string | null;
  /** Where it starts in the reply; the thought ends there. */
  readonly start: number;
  readonly faults: readonly ParseFault[];
}

export interface ScannedReply {
  readonly text: string;
  readonly scan: ReplyScan;
  /** The reply ended at the token limit. */
  readonly cut: boolean;
}

export function codeOfBlock(reply: ScannedReply, block: Block): FoundCode {
  const { text, scan } = reply;
  const start = headingBefore(scan, block)?.start ?? block.start;
  const raw = text.slice(block.from, block.to);
  const partial = block.closed ? -1 : partialTerminatorAt(raw);
  const content = withoutPartialFence(partial === -1 ? raw : raw.slice(0, partial), block);
  const read = codeText(content, block.tag === 'none');
  if (read.code === '') {
    return { code: null, start, faults: [fault('no-code', 'The code block is empty.')] };
  }
  const faults: ParseFault[] = tagFaults(text, block);
  if (read.indented) faults.push(fault('indented-block'));
  if (read.repl) faults.push(fault('repl-prompts'));
  if (read.invisible) faults.push(fault('control-characters'));
  if (!block.closed && breaksOff(reply, block, read.code)) {
    return { code: null, start, faults: [...faults, truncatedFault(reply.cut)] };
  }
  if (!block.closed) faults.push(fault('unterminated-fence'));
  if (partial !== -1) faults.push(fault('partial-terminator'));
  faults.push(...faultsAround(text, scan, block));
  return { code: read.code, start, faults };
}

/** One or two backticks at the end are a closing fence that broke off. */
function withoutPartialFence(content: string, block: Block): string {
  return block.closed ? content : content.replace(/`{1,2}\s*$/, '');
}

function tagFaults(text: string, block: Block): ParseFault[] {
  if (block.xml) {
    return [fault('foreign-tag', 'The code stands in <code> tags instead of a ```py fence.')];
  }
  if (block.tag === 'none') return [fault('untagged-fence')];
  if (block.tag === 'python') return [];
  const line = firstWords(text.slice(block.start, block.from));
  return [fault('foreign-tag', `The block is marked as something other than Python (${line}).`)];
}

/** An open block counts as whole only when the policy ended it by itself and nothing is left open. */
function breaksOff({ text, scan, cut }: ScannedReply, block: Block, code: string): boolean {
  const endsWithText = block.to >= text.length && scan.endedBy === 'text';
  if (cut && endsWithText) return true;
  // A bare `#` at the end: a comment that began with the stop mark.
  return !isComplete(scanPython(code, 0)) || (endsWithText && /(?:^|\n)[ \t]*#[ \t]*$/.test(code));
}

/** Faults of what stands after the block, and of other blocks. */
function faultsAround(text: string, scan: ReplyScan, block: Block): ParseFault[] {
  const faults: ParseFault[] = [];
  const rest = text.slice(block.end, scan.end);
  const partial = block.closed ? partialTerminatorAt(rest) : -1;
  const between = (partial === -1 ? rest : rest.slice(0, partial)).trim();
  if (partial !== -1) faults.push(fault('partial-terminator'));
  if (between !== '' || scan.endedBy === 'next-cycle') faults.push(fault('missing-terminator'));
  const after = text.slice(scan.afterEnd).trim();
  if (scan.endedBy === 'terminator' && after !== '') faults.push(fault('text-after-terminator'));
  const continued = scan.endedBy === 'terminator' || scan.endedBy === 'next-cycle';
  if (hasFurtherAction(text, scan) || (continued && hasFence(after))) {
    faults.push(fault('several-blocks'));
  }
  return faults;
}

function hasFence(text: string): boolean {
  return text.split('\n').some((line) => openingFence(line) !== null);
}
