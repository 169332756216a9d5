// Reads a reply of the Tool-R1 dialect. Pure, never throws, linear in the length of the reply.
//
// A reply is one cycle: thought, then code. It ends at the first invented observation, whatever surrounds it, then at the
// first terminator, then where a further thought starts another cycle; nothing behind that end ever runs. Inside the cycle
// the code is the first Python block after the last `Code:`, so that fences quoted in the thought do not run; without that
// heading it is the first block tagged as Python, else the first untagged one. Everything else is counted as a fault.
import type { ParsedReply, ParseFault } from '../../contract/reply.ts';
import type { Block } from './reply/block.ts';
import { beforeStop, type CountedReply } from './reply/beforeStop.ts';
import { codeText, firstWords, withoutBackticks } from './reply/codeText.ts';
import { answersInProse, foreignCall } from './reply/foreignCall.ts';
import { visible } from './reply/invisible.ts';
import { looksLikePython } from './reply/looksLikePython.ts';
import { openingFence, partialTerminatorAt } from './reply/marks.ts';
import { isComplete, scanPython } from './reply/pythonScanner.ts';
import { scanReply, type CodeHeading, type ReplyScan } from './reply/scanReply.ts';
import { fault } from './toolR1Faults.ts';

/** `cut` says that the reply ended at the token limit. */
export function parseToolR1(reply: string, cut: boolean): ParsedReply {
  const counted = beforeStop(reply);
  if (counted.text.trim() === '') return nothingIn(counted);
  const scan = scanReply(counted.text);
  const found = findCode(counted.text, scan, cut);
  const thought = thoughtOf(
    counted.text,
    scan,
    found?.start ?? scan.codeHeadings[0]?.start ?? scan.end,
  );
  const faults = found === null ? [whyNoCode(counted, scan, thought)] : [...found.faults];
  if (found !== null && found.code !== null && thought === '') faults.push(fault('no-thought'));
  if (counted.invented || scan.endedBy === 'observation')
    faults.push(fault('invented-observation'));
  return { thought, code: found?.code ?? null, faults };
}

function nothingIn(counted: CountedReply): ParsedReply {
  const why = counted.openReasoning ? openReasoning : fault('empty-reply');
  const faults = counted.invented ? [why, fault('invented-observation')] : [why];
  return { thought: '', code: null, faults };
}

const openReasoning = fault(
  'no-code',
  'The reply ends inside its reasoning; think briefly, then write the code.',
);

interface FoundCode {
  /** Null when the code must not run. */
  readonly code: string | null;
  /** Where it starts in the reply; the thought ends there. */
  readonly start: number;
  readonly faults: readonly ParseFault[];
}

function findCode(text: string, scan: ReplyScan, cut: boolean): FoundCode | null {
  const last = scan.codeHeadings.at(-1);
  const block = chooseBlock(text, scan, last);
  if (block !== null)
    return codeOfBlock({ text, scan, cut, heading: headingBefore(scan, block) }, block);
  if (last !== undefined) return bareCode(text, scan, last, cut);
  const whole = { start: 0, from: scan.thoughtFrom };
  return scan.thoughtFrom === 0 && scan.blocks.length === 0
    ? bareCode(text, scan, whole, cut)
    : null;
}

/** The first block after the last heading that can hold Python; else the best one of the whole cycle. */
function chooseBlock(text: string, scan: ReplyScan, last: CodeHeading | undefined): Block | null {
  const filled = filledBlocks(text, scan);
  const headed = filled.filter((block) => last !== undefined && block.start >= last.start);
  const after = headed.find(
    (block) => block.tag !== 'foreign' && foreignCallIn(text, block) === null,
  );
  if (after !== undefined) return after;
  if (last !== undefined && looksLikePython(bareText(text, scan, last))) return null;
  const python = filled.find((block) => block.tag === 'python');
  const untagged = (block: Block) => block.tag === 'none' && foreignCallIn(text, block) === null;
  return python ?? filled.find(untagged) ?? null;
}

function filledBlocks(text: string, scan: ReplyScan): readonly Block[] {
  return scan.blocks.filter((block) => visible(text.slice(block.from, block.to)).trim() !== '');
}

/** A JSON call is valid Python too, so a block that starts like one is asked. */
function foreignCallIn(text: string, block: Block): string | null {
  const content = text.slice(block.from, block.to).trim();
  return /^[[{]/.test(content) ? foreignCall(content) : null;
}

function headingBefore(scan: ReplyScan, block: Block): CodeHeading | null {
  return scan.codeHeadings.findLast((heading) => heading.start <= block.start) ?? null;
}

interface Context {
  readonly text: string;
  readonly scan: ReplyScan;
  readonly cut: boolean;
  readonly heading: CodeHeading | null;
}

function codeOfBlock(context: Context, block: Block): FoundCode {
  const { text, scan } = context;
  const start = context.heading?.start ?? block.start;
  const raw = text.slice(block.from, block.to);
  const partial = block.closed ? -1 : partialTerminatorAt(raw);
  const content = withoutPartialFence(partial === -1 ? raw : raw.slice(0, partial), block);
  const read = codeText(content, block.tag === 'none');
  if (read.code === '')
    return { code: null, start, faults: [fault('no-code', 'The code block is empty.')] };
  const faults: ParseFault[] = tagFaults(text, block);
  if (read.indented) faults.push(fault('indented-block'));
  if (read.repl) faults.push(fault('repl-prompts'));
  if (read.invisible) faults.push(fault('control-characters'));
  if (!block.closed && breaksOff(context, block, read.code)) {
    return { code: null, start, faults: [...faults, truncated(context.cut)] };
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
  if (block.xml)
    return [fault('foreign-tag', 'The code stands in <code> tags instead of a ```py fence.')];
  if (block.tag === 'none') return [fault('untagged-fence')];
  if (block.tag === 'python') return [];
  const line = firstWords(text.slice(block.start, block.from));
  return [fault('foreign-tag', `The block is marked as something other than Python (${line}).`)];
}

/** An open block counts as whole only when the policy ended it by itself and nothing is left open. */
function breaksOff({ text, scan, cut }: Context, block: Block, code: string): boolean {
  const endsWithText = block.to >= text.length && scan.endedBy === 'text';
  if (cut && endsWithText) return true;
  // A bare `#` at the end: a comment that began with the stop mark.
  return !isComplete(scanPython(code, 0)) || (endsWithText && /(?:^|\n)[ \t]*#[ \t]*$/.test(code));
}

function truncated(cut: boolean): ParseFault {
  return cut
    ? fault(
        'truncated-reply',
        'The reply reached its token limit inside the code, so none of it was run; do less in one step.',
      )
    : fault(
        'truncated-reply',
        'The code breaks off in the middle, so none of it was run; write the whole block, without the marks <end_code> and Observation: inside it.',
      );
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
  if (hasFurtherAction(text, scan) || (continued && hasFence(after)))
    faults.push(fault('several-blocks'));
  return faults;
}

/** More than one block, or heading, where one was asked for; fences in the thought do not count. */
function hasFurtherAction(text: string, scan: ReplyScan): boolean {
  const last = scan.codeHeadings.at(-1);
  const blocks = filledBlocks(text, scan).filter(
    (block) => last === undefined || block.start >= last.start,
  );
  return blocks.length > 1 || scan.codeHeadings.length > 1;
}

function hasFence(text: string): boolean {
  return text.split('\n').some((line) => openingFence(line) !== null);
}

/** Code without a fence: behind `Code:`, or the whole reply. */
function bareCode(
  text: string,
  scan: ReplyScan,
  heading: CodeHeading,
  cut: boolean,
): FoundCode | null {
  const written = bareText(text, scan, heading);
  const call = /^\s*[[{]/.test(written) ? foreignCall(written) : null;
  if (call !== null || !looksLikePython(written)) return null;
  const endsWithText = scan.endedBy === 'text' && scan.end >= text.length;
  const faults = [fault('code-without-fence')];
  if (cut && endsWithText)
    return { code: null, start: heading.start, faults: [...faults, truncated(true)] };
  const after = text.slice(scan.afterEnd).trim();
  if (scan.endedBy === 'terminator' && after !== '') faults.push(fault('text-after-terminator'));
  return { code: codeText(written, true).code, start: heading.start, faults };
}

function bareText(text: string, scan: ReplyScan, heading: CodeHeading): string {
  const next = scan.blocks.find((block) => block.start >= heading.from)?.start ?? scan.end;
  const raw = text.slice(heading.from, Math.min(next, scan.end));
  const partial = partialTerminatorAt(raw);
  const written = withoutBackticks(partial === -1 ? raw : raw.slice(0, partial));
  return codeText(written, true).code;
}

function thoughtOf(text: string, scan: ReplyScan, codeStart: number): string {
  const end = Math.min(codeStart, scan.end);
  const from = Math.min(scan.thoughtFrom, end);
  return visible(text.slice(from, end)).trim();
}

function whyNoCode(counted: CountedReply, scan: ReplyScan, thought: string): ParseFault {
  if (counted.openReasoning) return openReasoning;
  if (visible(counted.text).trim() === '') return fault('empty-reply');
  const counting = counted.text.slice(0, scan.end);
  const call = foreignCall(counting);
  if (call !== null) return fault('json-call', howToCall(call));
  const foreign = scan.blocks.find((block) => block.tag === 'foreign' || block.tag === 'unknown');
  if (foreign !== undefined) {
    const line = firstWords(counted.text.slice(foreign.start, foreign.from));
    return fault('foreign-tag', `The block is not Python (${line}); only Python runs here.`);
  }
  if (scan.blocks.length > 0) return fault('no-code', 'The code block is empty.');
  if (scan.codeHeadings.length > 0) {
    return fault('no-code', 'Behind "Code:" stands no Python block.');
  }
  if (answersInProse(thought)) {
    return fault('no-code', 'The answer stands in prose; only final_answer(...) in code gives it.');
  }
  return fault('no-code');
}

function howToCall(name: string): string {
  const example = name === '' ? 'print(tool_name(argument))' : `${name}(...)`;
  return `The reply calls a tool in another format; call it from Python instead: ${example} in a \`\`\`py block.`;
}
