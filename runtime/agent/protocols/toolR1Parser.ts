// Reads a reply of the Tool-R1 dialect. Pure, never throws, linear in the length of the reply.
//
// A reply is one cycle: thought, then code. It ends at the first invented observation, whatever surrounds it, then at the
// first terminator, then where a further thought starts another cycle; nothing behind that end ever runs. Inside the cycle
// the code is the first Python block after the last `Code:`, so that fences quoted in the thought do not run; without that
// heading it is the first block tagged as Python, else the first untagged one. Everything else is counted as a fault.
import type { ParsedReply } from '../../contract/reply.ts';
import { beforeStop } from './reply/beforeStop.ts';
import { chooseBlock } from './reply/chooseBlock.ts';
import { visible } from './reply/invisible.ts';
import { scanReply, type ReplyScan } from './reply/scanReply.ts';
import { bareCode } from './toolR1BareCode.ts';
import { codeOfBlock, type FoundCode, type ScannedReply } from './toolR1CodeBlock.ts';
import { fault } from './toolR1Faults.ts';
import { whyNoCode } from './toolR1NoCode.ts';

/** `cut` says that the reply ended at the token limit. */
export function parseToolR1(reply: string, cut: boolean): ParsedReply {
  const counted = beforeStop(reply);
  const { text } = counted;
  const scan = scanReply(text);
  const found = findCode({ text, scan, cut });
  const thought = thoughtOf(text, scan, found);
  const faults = found === null ? [whyNoCode(counted, scan)] : [...found.faults];
  if (found !== null && found.code !== null && thought === '') faults.push(fault('no-thought'));
  if (counted.invented || scan.endedBy === 'observation') {
    faults.push(fault('invented-observation'));
  }
  return { thought, code: found?.code ?? null, faults };
}

function findCode(reply: ScannedReply): FoundCode | null {
  const bare = bareCode(reply);
  const block = chooseBlock(reply.text, reply.scan, bare !== null);
  return block === null ? bare : codeOfBlock(reply, block);
}

/** What stands before the code, without the heading of the thought. */
function thoughtOf(text: string, scan: ReplyScan, found: FoundCode | null): string {
  const codeStart = found?.start ?? scan.codeHeadings[0]?.start ?? scan.end;
  const end = Math.min(codeStart, scan.end);
  return visible(text.slice(Math.min(scan.thoughtFrom, end), end)).trim();
}
