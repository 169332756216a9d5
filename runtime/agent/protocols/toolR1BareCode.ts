// Code that a policy wrote without a fence: behind `Code:`, or as the whole reply.
import { codeText, withoutBackticks } from './reply/codeText.ts';
import { foreignCall } from './reply/foreignCall.ts';
import { looksLikePython } from './reply/looksLikePython.ts';
import { partialTerminatorAt } from './reply/marks.ts';
import type { CodeHeading, ReplyScan } from './reply/scanReply.ts';
import type { FoundCode, ScannedReply } from './toolR1CodeBlock.ts';
import { fault, truncatedFault } from './toolR1Faults.ts';

/** Null when what stands there is no Python. */
export function bareCode({ text, scan, cut }: ScannedReply): FoundCode | null {
  const heading = headingOfBareCode(scan);
  const code = heading === null ? '' : bareText(text, scan, heading);
  const call = /^[[{]/.test(code) ? foreignCall(code) : null;
  if (heading === null || call !== null || !looksLikePython(code)) return null;
  const faults = [fault('code-without-fence')];
  if (cut && scan.endedBy === 'text') {
    return { code: null, start: heading.start, faults: [...faults, truncatedFault(true)] };
  }
  const after = text.slice(scan.afterEnd).trim();
  if (scan.endedBy === 'terminator' && after !== '') faults.push(fault('text-after-terminator'));
  return { code, start: heading.start, faults };
}

/** The last `Code:`; a reply without headings and blocks may be code as a whole. */
function headingOfBareCode(scan: ReplyScan): CodeHeading | null {
  const last = scan.codeHeadings.at(-1);
  if (last !== undefined) return last;
  return scan.thoughtFrom === 0 && scan.blocks.length === 0 ? { start: 0, from: 0 } : null;
}

function bareText(text: string, scan: ReplyScan, heading: CodeHeading): string {
  const next = scan.blocks.find((block) => block.start >= heading.from)?.start ?? scan.end;
  const raw = text.slice(heading.from, Math.min(next, scan.end));
  const partial = partialTerminatorAt(raw);
  const written = withoutBackticks(partial === -1 ? raw : raw.slice(0, partial));
  return codeText(written, true).code;
}
