// Why nothing of a reply can run, in the words that help most: the policy reads them.
import type { ParseFault } from '../../contract/reply.ts';
import type { CountedReply } from './reply/beforeStop.ts';
import { firstWords } from './reply/codeText.ts';
import { answersInProse, foreignCall } from './reply/foreignCall.ts';
import { visible } from './reply/invisible.ts';
import type { ReplyScan } from './reply/scanReply.ts';
import { fault } from './toolR1Faults.ts';

export function whyNoCode(counted: CountedReply, scan: ReplyScan): ParseFault {
  if (counted.openReasoning) {
    return fault(
      'no-code',
      'The reply ends inside its reasoning; think briefly, then write the code.',
    );
  }
  const counting = counted.text.slice(0, scan.end);
  if (visible(counted.text).trim() === '') return fault('empty-reply');
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
  if (answersInProse(counting)) {
    return fault('no-code', 'The answer stands in prose; only final_answer(...) in code gives it.');
  }
  return fault('no-code');
}

function howToCall(name: string): string {
  const example = name === '' ? 'print(tool_name(argument))' : `${name}(...)`;
  return `The reply calls a tool in another format; call it from Python instead: ${example} in a \`\`\`py block.`;
}
